import { describe, expect, it } from 'vitest';
import type { Done } from '@/components/actions/done';
import { aHolder, aLock } from '@/e2e/support/a-lock';
import type { LockEventKind } from '@/lib/contract/codes';
import type { LockEvent } from '@/lib/contract/lock';
import { displayOf } from '@/lib/domain/keys/bytes';
import { leaseEndOf, NOTHING_OBSERVED, type ObservedLock, observedAt, withObserved } from './observed-lock';

const AT = 1_000_000;
const DONE: Done = {
  ...{ action: 'release', lock: aLock(), holder: aHolder(), parts: [], isKept: false, leaseMs: null },
  ...{ reason: '', ticket: '', after: null, seenAtMs: AT - 500, sentAtMs: AT - 20, doneAtMs: 0 },
  result: { outcome: 'released', nodes: [], auditId: 12, woken: 1, atMs: AT },
};
const NEXT = aHolder({ token: displayOf('next:1') });

const held = (afterMs: number) =>
  observedAt(aLock({ holders: [NEXT], known: { by: 'read', atMs: AT + afterMs } }));

function free(afterMs: number): ObservedLock {
  return { is: 'free', isLost: false, fromMs: AT + afterMs, toMs: AT + afterMs };
}

function event(seq: number, kind: LockEventKind, afterMs: number, holder: string): LockEvent {
  const about = { id: 'test.0.order:7', target: 'test', key: 'order:7' };
  return { seq, atMs: AT + afterMs, ...about, kind, by: 'event', holder, values: {} };
}

describe('the observations of a lock', () => {
  it('keep a state once for as long as it stays the same', () => {
    const found = [free(100), free(600), free(1_100), held(1_600), held(2_100)];
    const { locks } = found.reduce((so, each) => withObserved(so, each, [], DONE), NOTHING_OBSERVED);
    expect(locks.map(({ is, fromMs, toMs }) => [is, fromMs - AT, toMs - AT])).toEqual([
      ['free', 100, 1_100],
      ['held', 1_600, 2_100],
    ]);
  });

  it('are not changed by a reading of before the action, or by one that is read twice', () => {
    const one = withObserved(NOTHING_OBSERVED, free(100), [], DONE);
    expect(withObserved(NOTHING_OBSERVED, held(-100), [], DONE)).toBe(NOTHING_OBSERVED);
    expect(withObserved(one, free(100), [], DONE)).toBe(one);
    expect(withObserved(one, null, [], DONE)).toBe(one);
  });

  it('keep who acquired next when the events of then are no more', () => {
    const events = [event(1, 'force-released', 0, 'old:47'), event(2, 'acquired', 84, 'next:1')];
    const then = withObserved(NOTHING_OBSERVED, free(100), events, DONE);
    const later = withObserved(then, free(900_000), [event(900, 'acquired', 899_000, 'later')], DONE);
    expect(later.next).toMatchObject({ holder: 'next:1', afterMs: 84 });
  });
});

describe('the end of a lease', () => {
  it.each([
    ['is that of the key', aLock(), 1_020_000],
    ['is the one in the value', aLock({ expiresAtMs: 'none', valueDeadlineMs: 1_050_000 }), 1_050_000],
    ['is none where the key never expires', aLock({ expiresAtMs: 'none' }), 'none'],
    ['is each holder’s own among several', aLock({ holders: [NEXT, aHolder()] }), 1_020_000],
  ])('%s', (_, lock, endMs) => {
    expect(leaseEndOf(lock, NEXT)).toBe(endMs);
  });
});
