import { describe, expect, test } from 'vitest';
import { aHolder, aLock, aProcess } from '../../../e2e/support/a-lock';
import { aRecording } from '../../../e2e/support/a-recording';
import type { LockEventKind } from '../../contract/codes';
import type { Holder } from '../../contract/holder';
import type { Lock, LockEvent } from '../../contract/lock';
import { displayOf } from '../../domain/keys/bytes';
import type { HistoryBatch } from '../database/batch';

const T = 1_700_000_000_000;
const ID = 'test.0.order:7';

function event(kind: LockEventKind, atMs: number): LockEvent {
  const by = kind === 'expired' ? 'inferred' : 'event';
  return { seq: 0, atMs, id: ID, target: 'test', key: 'order:7', kind, by, holder: null, values: {} };
}

function holder(change: Partial<Holder> = {}): Holder {
  const since = { atMs: T, atLeast: false, known: { by: 'event', atMs: T } } as const;
  return aHolder({ token: displayOf('a'), since, ttlMs: 300, process: null, ...change });
}

function lock(holders: Holder[], atMs: number, change: Partial<Lock> = {}): Lock {
  return aLock({ holders, ttlMs: 300, expiresAtMs: T + 300, known: { by: 'event', atMs }, ...change });
}

function recording() {
  const made = aRecording(T);
  /** Its key ran out at its deadline. */
  const expire = (of: Holder) => {
    made.recorder.take({ lock: lock([of], T), events: [event('acquired', T)] }, T);
    made.recorder.take({ removed: ID, events: [event('expired', T + 350)] }, T + 350);
  };
  return { ...made, expire };
}

const spanOf = ({ spans }: HistoryBatch) =>
  spans.map(({ ended, verdict, overrun_ms }) => [ended, verdict, overrun_ms]);
const told = ({ events }: HistoryBatch) =>
  events.filter(({ kind }) => kind === 'expired-while-held').map(({ values }) => values);

describe('a hold whose key ran out', () => {
  test('is not held to have expired while held, however alive its holder was before', () => {
    const { expire, written, proven } = recording();
    const heartbeat = { record: 'present', lastMs: T + 200, beatMs: 10_000, sinceMs: T } as const;
    const process = aProcess({
      instance: 'p1',
      heartbeat: { ...heartbeat, known: { by: 'scan', atMs: T + 200 } },
    });
    expire(holder({ verdict: 'alive', process }));
    const batch = written(T + 1_000);
    expect(spanOf(batch)).toEqual([['expired', 'unknown', null]]);
    expect([told(batch), proven]).toEqual([[], []]);
  });

  test('is, once its process is seen to live after the deadline, and is told of once', () => {
    const { recorder, expire, written, proven } = recording();
    expire(holder({ process: aProcess({ instance: 'p1' }) }));
    const asked: string[] = [];
    const seen = (atMs: number) => (instance: string) => {
      asked.push(instance);
      return atMs;
    };
    recorder.alive(seen(T + 300));
    expect(proven).toEqual([]);
    recorder.alive(seen(T + 301));
    recorder.alive(seen(T + 9_000));
    const batch = written(T + 1_000);
    expect(spanOf(batch)).toEqual([['expired', 'alive', null]]);
    expect(told(batch)).toEqual([{ proof: 'lived-on' }]);
    expect([asked, proven]).toEqual([['p1', 'p1'], ['order:7 lived-on']]);
  });

  test('is, once the same thread has the lock again, and for how long it lived on is not known of it', () => {
    const { recorder, expire, written, proven } = recording();
    const thread = holder({ tokenReused: true });
    expire(thread);
    const again = lock([thread], T + 90_000, { expiresAtMs: T + 90_300 });
    recorder.take({ lock: again, events: [event('acquired', T + 90_000)] }, T + 90_000);
    expect(spanOf(written(T + 91_000))[0]).toEqual(['expired', 'alive', null]);
    expect(proven).toEqual(['order:7 lived-on']);
  });

  test('is not when somebody else takes it', () => {
    const { recorder, expire, written, proven } = recording();
    expire(holder());
    const other = lock([holder({ token: displayOf('b') })], T + 800, { expiresAtMs: T + 1_100 });
    recorder.take({ lock: other, events: [event('acquired', T + 800)] }, T + 800);
    expect(spanOf(written(T + 1_000))[0]).toEqual(['expired', 'unknown', null]);
    expect(proven).toEqual([]);
  });
});

describe('a reader whose own lease is over', () => {
  const reader = (ttlMs: number) => holder({ mode: 'read', ttlMs });
  const other = holder({ mode: 'read', token: displayOf('b'), ttlMs: 60_000 });
  const shared = (first: Holder, atMs: number) =>
    lock([first, other], atMs, { ttlMs: 60_000, expiresAtMs: T + 60_000 });
  const over = () => {
    const made = recording();
    made.recorder.take({ lock: shared(reader(300), T), events: [event('acquired', T)] }, T);
    made.recorder.take({ lock: shared(reader(0), T + 310), events: [] }, T + 310);
    made.recorder.take({ lock: shared(reader(0), T + 500), events: [] }, T + 500);
    return made;
  };

  test('and who then gives the lock back held it until then', () => {
    const { recorder, written, proven } = over();
    const left = lock([other], T + 900, { ttlMs: 60_000, expiresAtMs: T + 60_000 });
    recorder.take({ lock: left, events: [{ ...event('released', T + 900), holder: 'a' }] }, T + 900);
    expect(spanOf(written(T + 1_000))[0]).toEqual(['released', 'unknown', 600]);
    expect(proven).toEqual(['order:7 came-back']);
  });

  test('and who is taken out of it by somebody else proves nothing', () => {
    const { recorder, written, proven } = over();
    const left = lock([other], T + 900, { ttlMs: 60_000, expiresAtMs: T + 60_000 });
    recorder.take({ lock: left, events: [{ ...event('expired', T + 900), holder: 'a' }] }, T + 900);
    expect(spanOf(written(T + 1_000))[0]).toEqual(['expired', 'unknown', null]);
    expect(proven).toEqual([]);
  });
});

test('a hold that overstayed is counted as such beside all others when it has ended', () => {
  const { recorder, written } = recording();
  const overstaying = holder({ verdict: 'overstaying' });
  recorder.take({ lock: lock([holder()], T), events: [event('acquired', T)] }, T);
  recorder.take({ lock: lock([overstaying], T + 100), events: [] }, T + 100);
  recorder.take({ removed: ID, events: [event('released', T + 200)] }, T + 200);
  const family = written(T + 1_000).rollups.find(({ subject }) => subject.kind === 'family');
  expect(family?.times.map(({ measure, count }) => [measure, count])).toEqual([
    ['hold', 1],
    ['overstay', 1],
  ]);
});
