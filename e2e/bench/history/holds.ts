import type { SpansTable } from '../../../lib/history/schema';

/** Somebody had a lock, and `count` waited from `fromMs` on until it ended. */
export type Hold = {
  holder: number;
  fromMs: number;
  /** null = it goes on. */
  toMs: number | null;
  ended: SpansTable['ended'];
  leaseMs: number;
  waiters: { fromMs: number; count: number } | null;
  overrunMs: number | null;
  verdict: 'alive' | 'gone' | 'unknown' | null;
};

/** How a lock is used: every how many ms somebody takes it, and what share of that time it is held. */
export type Usage = { everyMs: number; share: number; contended: number };

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Of ten thousand locks twenty are taken all the time, a thousand now and then, the others a few times a day. */
export function usageOf(nth: number): Usage {
  if (nth % 500 === 0) return { everyMs: 30_000, share: 0.7, contended: 0.5 };
  if (nth % 10 === 0) return { everyMs: 1_200_000, share: 0.4, contended: 0.2 };
  return { everyMs: 21_600_000, share: 0.3, contended: 0.05 };
}

/** Every hold of the `nth` lock from `fromMs` to `toMs`, in order; none overlaps another. */
export function holdsOf(nth: number, seed: number, fromMs: number, toMs: number, holders: number): Hold[] {
  const random = randomOf(seed * 1_000_003 + nth);
  const { everyMs, share, contended } = usageOf(nth);
  const holds: Hold[] = [];
  let at = fromMs + Math.floor(random() * everyMs);
  while (at < toMs) {
    const lastsMs = Math.max(5, Math.floor(everyMs * share * (0.2 + 1.6 * random() ** 2)));
    const end = at + lastsMs;
    const lot = random();
    const ended = lot < 0.01 ? 'expired' : lot < 0.012 ? 'force-released' : lot < 0.013 ? 'lost' : 'released';
    const waits = random() < contended;
    const waitFromMs = at + Math.floor(lastsMs * random());
    holds.push({
      holder: Math.floor(random() ** 2 * holders),
      fromMs: at,
      toMs: end < toMs ? end : null,
      ended: end < toMs ? ended : null,
      leaseMs: 30_000,
      waiters:
        waits && waitFromMs < toMs ? { fromMs: waitFromMs, count: 1 + Math.floor(random() * 4) } : null,
      overrunMs: ended === 'expired' && random() < 0.5 ? Math.floor(random() * 60_000) : null,
      verdict: ended === 'expired' ? (random() < 0.2 ? 'gone' : 'unknown') : null,
    });
    at = end + Math.max(1, Math.floor(everyMs * (1 - share) * (0.2 + 1.6 * random())));
  }
  return holds;
}
