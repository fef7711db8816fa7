const EVERY_MS = 100;
/** A server is slow when a round trip takes so many times what it took before, and longer than `slowMs`. */
const TIMES = 10;
/** One slow round trip may be anything. */
const IN_A_ROW = 2;
const BEFORE_SAMPLES = 3;

type LatencyProbe = {
  figures(): { beforeMs: number; worstMs: number; limitMs: number };
  /** Measures every 100 ms from now on, until `stop`; calls `onSlow` once when two in a row were too long. */
  start(onSlow: () => void): void;
  stop(): void;
};

/** Measures what a server takes to answer `ping`; less than `slowMs` is never slow. Rejects as `ping`. Times in ms. */
export async function createLatencyProbe(
  ping: () => Promise<unknown>,
  slowMs: number,
): Promise<LatencyProbe> {
  const samples: number[] = [];
  for (let i = 0; i < BEFORE_SAMPLES; i++) {
    const sentAtMs = performance.now();
    await ping();
    samples.push(performance.now() - sentAtMs);
  }
  const beforeMs = samples.sort((a, b) => a - b)[Math.floor(BEFORE_SAMPLES / 2)] ?? 0;
  const limitMs = Math.max(TIMES * beforeMs, slowMs);
  let worstMs = 0;
  let slow = 0;
  let timer: NodeJS.Timeout | undefined;

  return {
    figures: () => ({ beforeMs, worstMs, limitMs }),
    start(onSlow) {
      let under: { sentAtMs: number; counted: boolean } | null = null;

      function note(tookMs: number): void {
        worstMs = Math.max(worstMs, tookMs);
        slow = tookMs > limitMs ? slow + 1 : 0;
        if (slow < IN_A_ROW || timer === undefined) return;
        stop();
        onSlow();
      }

      async function measure(): Promise<void> {
        const own = { sentAtMs: performance.now(), counted: false };
        under = own;
        try {
          await ping();
        } catch {
          return; // stays under way: the next ticks count how long there was no answer
        }
        under = null;
        const tookMs = performance.now() - own.sentAtMs;
        if (own.counted) worstMs = Math.max(worstMs, tookMs);
        else note(tookMs);
      }

      timer = setInterval(() => {
        if (!under) {
          void measure();
          return;
        }
        under.counted = true;
        note(performance.now() - under.sentAtMs);
      }, EVERY_MS);
    },
    stop,
  };

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }
}
