/** Token of who holds a key, or null = nobody does. */
export type Held = string | null;

/** What a key may say from `fromMs` on, epoch ms, until the next segment. */
type Segment = { fromMs: number; possible: ReadonlySet<Held> };

/** When a command was sent and answered, epoch ms: Redis did it in between. */
export type Span = { sentMs: number; answeredMs: number };

/** Clocks tell whole milliseconds, and Redis takes the time of a command once. */
const CLOCK_MS = 5;

/** What one key may have said at any moment, as far as its only writer knows. */
export type KeyHistory = {
  /** A command that may make it say `next` is on its way. */
  sent(atMs: number, next: readonly Held[]): void;
  /** It was answered: the key says `held`, for `leaseMs` more (null = for ever). */
  answered(span: Span, held: Held, leaseMs: number | null): void;
  /** Whether it may have said so at some moment between the two, both included. */
  mayHave(held: Held, fromMs: number, toMs: number): boolean;
  /** Last moment up to `atMs` at which it may have said so; null = never. */
  lastMs(held: Held, atMs: number): number | null;
  /** All it may say at `atMs`. */
  at(atMs: number): ReadonlySet<Held>;
};

export function createKeyHistory(startMs: number): KeyHistory {
  const segments: Segment[] = [{ fromMs: startMs, possible: new Set([null]) }];

  function indexAt(atMs: number): number {
    let i = segments.length - 1;
    while (i > 0 && (segments[i]?.fromMs ?? 0) > atMs) i -= 1;
    return i;
  }

  function cutAt(atMs: number): ReadonlySet<Held>[] {
    const now = indexAt(atMs);
    const cut = segments.splice(now + 1);
    return [...segments.slice(now), ...cut].map(({ possible }) => possible);
  }

  const put = (fromMs: number, possible: Iterable<Held>) =>
    void segments.push({ fromMs, possible: new Set(possible) });

  function lastMs(held: Held, atMs: number): number | null {
    for (let i = indexAt(atMs); i >= 0; i--) {
      if (segments[i]?.possible.has(held)) return Math.min(atMs, segments[i + 1]?.fromMs ?? atMs);
    }
    return null;
  }

  return {
    sent(atMs, next) {
      const before = cutAt(atMs).flatMap((possible) => [...possible]);
      put(atMs, [...before, ...next]);
    },
    answered({ sentMs, answeredMs }, held, leaseMs) {
      cutAt(answeredMs);
      put(answeredMs, [held]);
      if (held === null || leaseMs === null) return;
      put(Math.max(answeredMs, sentMs + leaseMs - CLOCK_MS), [held, null]);
      put(answeredMs + leaseMs + CLOCK_MS, [null]);
    },
    mayHave: (held, fromMs, toMs) => (lastMs(held, toMs) ?? Number.NEGATIVE_INFINITY) >= fromMs,
    lastMs,
    at: (atMs) => segments[indexAt(atMs)]?.possible ?? new Set(),
  };
}
