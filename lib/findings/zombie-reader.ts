import { lineRead } from './core/line-read';
import { agoOf, found, type LockRule, notFound, shownAnewMs } from './core/lock-rule';

/**
 * Readers none of whose hold keys is left although they are still written down: they keep writers out and may work on
 * without the lock. Only where nothing but their own release takes them out. Evidence: `count` of `total` holders, `forMs`
 * since the last of the first one's holds ended, `holder` its name where it has one.
 */
export const zombieReader: LockRule<'zombie-reader'> = {
  code: 'zombie-reader',
  severity: 'at-risk',
  detect({ facts: { reading, deadReadersStay, endedSinceOf } }, nowMs) {
    if (!deadReadersStay) return notFound();
    const zombies = reading.holders.filter(({ reads, deadlineMs }) => reads && deadlineMs === 0);
    const [first] = zombies;
    if (!first) return notFound();
    const sinceMs = endedSinceOf?.get(first.token) ?? reading.atMs;
    const reason = agoOf(sinceMs, nowMs);
    const values = {
      count: zombies.length,
      total: reading.holders.length,
      forMs: reason.agoMs,
      holder: first.label ?? '',
    };
    const evidence = [lineRead('reader-without-hold', values, 'at-risk', reading.atMs)];
    return found({ sinceMs, evidence, reason }, shownAnewMs(sinceMs, nowMs));
  },
};
