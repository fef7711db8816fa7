const HALF_MS = 500;

/** How often something happened within the last second, to half a second. */
type Rate = { add(): void; perSecond(): number };

export function createRate(now: () => number): Rate {
  let [fromMs, before, present] = [now(), 0, 0];

  function turn(): void {
    const sinceMs = now() - fromMs;
    if (sinceMs >= 0 && sinceMs < HALF_MS) return;
    before = sinceMs >= 0 && sinceMs < 2 * HALF_MS ? present : 0;
    present = 0;
    fromMs = now();
  }

  return {
    add() {
      turn();
      present += 1;
    },
    perSecond() {
      turn();
      return before + present;
    },
  };
}
