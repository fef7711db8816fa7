import { seeded } from '../../../lib/domain/values/seeded';
import type { SpansTable } from '../../../lib/history/database/schema';

/** Somebody had a lock, and `count` waited from `fromMs` on until it ended. */
export type Hold = {
  holder: number;
  fromMs: number;
  /** null = it goes on. */
  toMs: number | null;
  ended: SpansTable['ended'];
  leaseMs: number;
  /** Whether its lease was renewed, once in each ten seconds. */
  renewed: boolean;
  waiters: { fromMs: number; count: number } | null;
  overrunMs: number | null;
  verdict: 'alive' | 'gone' | 'unknown' | null;
};

/** How a lock is used: every how many ms somebody takes it, how long it is held then, and how often others wait. */
export type Usage = { everyMs: number; holdMs: number; contended: number; renewed: boolean };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Of `locks` locks the first are taken every two minutes, most a few times a day (Zipf). One of a hundred is held for hours
 * and renewed, as that of a leader; one of ten for an hour or so under a long lease; all others for seconds.
 */
export function usageOf(nth: number, locks: number): Usage {
  if (nth % 100 === 57) return { everyMs: 12 * HOUR_MS, holdMs: 11 * HOUR_MS, contended: 0.3, renewed: true };
  if (nth % 10 === 3) return { everyMs: 6 * HOUR_MS, holdMs: HOUR_MS, contended: 0.05, renewed: false };
  const rank = (nth * 10_000) / locks;
  const everyMs = DAY_MS / (1 + 800 * (rank / 4 + 1) ** -0.9);
  const holdMs = Math.min(everyMs * 0.5, 60_000);
  return { everyMs, holdMs, contended: rank < 100 ? 0.5 : rank < 1_000 ? 0.2 : 0.05, renewed: false };
}

export type HoldOptions = { locks: number; seed: number; fromMs: number; toMs: number; holders: number };

/** Every hold of the `nth` lock, in order; none overlaps another. The same for the same options. */
export function* holdsOf(nth: number, { locks, seed, fromMs, toMs, holders }: HoldOptions): Generator<Hold> {
  const random = seeded(seed * 1_000_003 + nth);
  const { everyMs, holdMs, contended, renewed } = usageOf(nth, locks);
  let at = fromMs + Math.floor(random() * everyMs);
  while (at < toMs) {
    const lastsMs = Math.max(5, Math.floor(holdMs * (0.02 + 2 * random() ** 2)));
    const end = at + lastsMs;
    const lot = random();
    const ended = lot < 0.01 ? 'expired' : lot < 0.012 ? 'force-released' : lot < 0.013 ? 'lost' : 'released';
    const waits = random() < contended;
    const waitFromMs = at + Math.floor(lastsMs * random());
    yield {
      holder: Math.floor(random() ** 2 * holders),
      fromMs: at,
      toMs: end < toMs ? end : null,
      ended: end < toMs ? ended : null,
      leaseMs: lastsMs < 30_000 || renewed ? 30_000 : 3 * HOUR_MS,
      renewed,
      waiters:
        waits && waitFromMs < toMs ? { fromMs: waitFromMs, count: 1 + Math.floor(random() * 4) } : null,
      overrunMs: ended === 'expired' && random() < 0.5 ? Math.floor(random() * 60_000) : null,
      verdict: ended === 'expired' ? (random() < 0.2 ? 'gone' : 'unknown') : null,
    };
    at =
      end +
      Math.max(1, Math.floor((everyMs - Math.min(everyMs * 0.9, holdMs * 0.7)) * (0.2 + 1.6 * random())));
  }
}
