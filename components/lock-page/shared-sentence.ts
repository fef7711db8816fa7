import type { Lock } from '@/lib/contract/lock';
import { type HoldersSummary, summaryOf } from '@/lib/domain/holders/holders-summary';
import type { Sentence } from './sentence';
import { waiterCountsOf, waitingCodeOf } from './waiting-words';

type Parts = Pick<Lock, 'kind' | 'state' | 'reason' | 'waiters' | 'holders' | 'permits' | 'expiresAtMs'>;

const FOLLOWS_NOBODY = { nobody: 'free', turn: 'turn', deadWaiter: 'deadWaiter' } as const;

/** What is the matter with a lock that several hold, or nobody; null = it is told as that of one holder. Pure. */
export function sharedHeadlineOf(lock: Parts): Sentence | null {
  const { reason, holders, waiters } = lock;
  const summary = summaryOf(lock);
  const waiting = waitingCodeOf(waiters);
  const counts = waiterCountsOf(waiters);
  if (reason.code === 'holder-gone' && holders.length > 1) {
    const gone = holders.filter(({ verdict }) => verdict === 'gone').length;
    return { code: `goneOf.${waiting}`, values: { gone, total: holders.length, ...counts } };
  }
  if (summary.is === 'permits') return ofPermits(summary, waiters);
  if (summary.is === 'latch') return ofLatch(summary, waiters);
  if (summary.is === 'nobody') {
    const code = ofNobody(lock);
    return { code: code === 'turn' && waiting !== 'waited' ? 'nobody' : code, values: counts };
  }
  if (reason.code !== 'none' && reason.code !== 'waiting') return null;
  const values = { total: holders.length, ...counts };
  if (onlyRead(lock)) return { code: `readers.${waiting}`, values };
  return summary.is === 'several' ? { code: `several.${waiting}`, values } : null;
}

/** What follows for such a lock. */
export function sharedConsequenceOf(lock: Parts): (Sentence & { atMs: number | null }) | null {
  const { holders, expiresAtMs } = lock;
  const summary = summaryOf(lock);
  const follows = (code: string, atMs: number | null = null) => ({ code, values: {}, atMs });
  switch (summary.is) {
    case 'latch':
      return follows(summary.left === 0 ? 'open' : 'latch');
    case 'permits':
      if ((summary.free ?? 0) > 0 || summary.expired > 0) return follows('permit');
      return holders.length > 0 && typeof expiresAtMs === 'number'
        ? follows('permitAt', expiresAtMs)
        : follows('permitBack');
    case 'nobody':
      return follows(FOLLOWS_NOBODY[ofNobody(lock)]);
  }
  if (expiresAtMs === 'none' || expiresAtMs === null || lock.reason.code === 'due') return null;
  if (lock.reason.code === 'zombie-reader') return follows('zombie');
  if (onlyRead(lock)) return follows('readers');
  return summary.is === 'several' ? follows('several') : null;
}

/** Whom a lock that nobody has is free for: everybody, or the first in its queue. */
function ofNobody({ reason, state }: Parts): keyof typeof FOLLOWS_NOBODY {
  if (reason.code === 'dead-waiter-blocks') return 'deadWaiter';
  return state === 'free' && reason.code === 'waiting' ? 'turn' : 'nobody';
}

function onlyRead({ holders }: Parts): boolean {
  return holders.every(({ mode }) => mode === 'read');
}

function ofPermits(
  { free, total, expired }: Extract<HoldersSummary, { is: 'permits' }>,
  waiters: Lock['waiters'],
): Sentence {
  if (free === null) return { code: 'permits.unknown', values: {} };
  if (free > 0 && total !== null) return { code: 'permits.free', values: { free, total } };
  if (free > 0) return { code: 'permits.some', values: { free } };
  // Those whose lease ended go to whoever asks.
  const waiting = expired > 0 ? 'alone' : waitingCodeOf(waiters);
  return { code: `permits.none.${waiting}`, values: waiterCountsOf(waiters) };
}

function ofLatch({ left }: Extract<HoldersSummary, { is: 'latch' }>, waiters: Lock['waiters']): Sentence {
  if (left === null) return { code: 'latch.unknown', values: {} };
  if (left === 0) return { code: 'latch.open', values: {} };
  return { code: `latch.closed.${waitingCodeOf(waiters)}`, values: { left, ...waiterCountsOf(waiters) } };
}
