import { lineRead } from './core/line-read';
import { agoOf, found, type LockRule, notFound, shownAnewMs } from './core/lock-rule';

/**
 * Readers that are still recorded although all their hold keys are gone: they block writers and may work on without the
 * lock. Only for formats where nothing but the reader's own release removes it. Evidence: `count` of `total` holders,
 * `forMs` since the last hold of the first one ended, `holder` its name if it has one.
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
