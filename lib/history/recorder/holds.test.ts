import { describe, expect, test } from 'vitest';
import { aHolder, aLock, aProcess } from '../../../e2e/support/a-lock';
import { aRecording } from '../../../e2e/support/a-recording';
import type { LockEventKind } from '../../contract/codes';
import type { Holder } from '../../contract/holder';
import type { Lock, LockEvent } from '../../contract/lock';
import { displayOf } from '../../domain/keys/bytes';
import { counted } from '../../domain/values/counted';
import type { NamedWait } from '../../domain/wait-graph/wait-graph';
import type { OpenSpans } from '../archive/archive-types';
import type { HistoryBatch } from '../database/batch';

const T = 1_700_000_000_000;
const ID = 'test.0.order:7';

function event(kind: LockEventKind, atMs: number, change: Partial<LockEvent> = {}): LockEvent {
  return {
    ...{ seq: 0, atMs, id: ID, target: 'test', key: 'order:7', kind, by: 'event', holder: null, values: {} },
    ...change,
  };
}

function holder(token: string, atMs: number, change: Partial<Holder> = {}): Holder {
  const since = { atMs, atLeast: false, known: { by: 'event', atMs } } as const;
  return aHolder({ token: displayOf(token), since, ttlMs: 30_000, process: null, ...change });
}

function lock(holders: Holder[], atMs: number, change: Partial<Lock> = {}): Lock {
  const known = { by: 'event', atMs } as const;
  return aLock({
    holders,
    ttlMs: 30_000,
    expiresAtMs: atMs + 30_000,
    known,
    waiters: { count: counted(0), known },
    ...change,
  });
}

const recording = (open: OpenSpans | null = null) => aRecording(T, open);

const ofTarget = ({ rollups }: HistoryBatch) => rollups.find(({ subject }) => subject.kind === 'target');
const spansOf = ({ spans }: HistoryBatch) =>
  spans.map(({ token, from_ms, to_ms, ended }) => [token, from_ms - T, to_ms && to_ms - T, ended]);

describe('a hold', () => {
  test('of each of several ends for itself, and the lock is held once however many have it', () => {
    const { recorder, written } = recording();
    const [a, b] = [holder('a', T, { mode: 'read' }), holder('b', T + 100, { mode: 'read' })];
    recorder.take({ lock: lock([a], T), events: [event('acquired', T)] }, T);
    recorder.take(
      { lock: lock([a, b], T + 100), events: [event('acquired', T + 100, { holder: 'b' })] },
      T + 100,
    );
    recorder.take(
      { lock: lock([b], T + 300), events: [event('released', T + 300, { holder: 'a' })] },
      T + 300,
    );
    recorder.take({ removed: ID, events: [event('expired', T + 600, { holder: 'b' })] }, T + 600);
    const batch = written(T + 1_000);
    expect(spansOf(batch)).toEqual([
      ['a', 0, 300, 'released'],
      ['b', 100, 600, 'expired'],
    ]);
    expect(ofTarget(batch)?.counts).toMatchObject({
      held_ms: 600,
      held_max: 1,
      acquisitions: 2,
      releases: 1,
      lapses: 1,
    });
  });

  test('that was taken over ends with that, and the other one begins', () => {
    const { recorder, written } = recording();
    recorder.take({ lock: lock([holder('a', T)], T), events: [event('acquired', T)] }, T);
    const taken = event('taken-over', T + 50, { by: 'inferred' });
    recorder.take({ lock: lock([holder('b', T + 50)], T + 50), events: [taken] }, T + 50);
    const batch = written(T + 1_000);
    expect(spansOf(batch)).toEqual([
      ['a', 0, 50, 'taken-over'],
      ['b', 50, null, null],
    ]);
    expect(batch.events.map(({ kind }) => kind)).toEqual(['taken-over']);
    expect(ofTarget(batch)?.counts).toMatchObject({ taken_over: 1, held_ms: 1_000 });
  });

  test('with a token that tells nobody from others is two when events say that it was given back in between', () => {
    const { recorder, written } = recording();
    const same = (atMs: number) => holder('1', atMs, { tokenUnique: false });
    recorder.take({ lock: lock([same(T)], T), events: [event('acquired', T)] }, T);
    const turns = [event('released', T + 400), event('acquired', T + 400)];
    recorder.take({ lock: lock([same(T + 400)], T + 400), events: turns }, T + 400);
    expect(spansOf(written(T + 1_000))).toEqual([
      ['1', 0, 400, 'released'],
      ['1', 400, null, null],
    ]);
  });

  test('that went while its server was silent ended unseen, and held for no longer than the server was heard', () => {
    const { recorder, written } = recording();
    const held = lock([holder('a', T)], T);
    recorder.take({ lock: held, events: [event('acquired', T)] }, T);
    const findings: Lock['findings'] = [
      { code: 'node-silent', severity: 'info', sinceMs: T + 500, evidence: [] },
    ];
    recorder.take({ lock: { ...held, state: 'unknown', findings }, events: [] }, T + 3_000);
    recorder.take({ removed: ID, events: [event('released', T + 6_000, { by: 'inferred' })] }, T + 6_000);
    const batch = written(T + 7_000);
    expect(spansOf(batch)).toEqual([['a', 0, 500, 'unseen']]);
    expect(ofTarget(batch)?.counts).toMatchObject({ held_ms: 500, releases: 0 });
    expect(batch.events).toEqual([]);
  });

  test('that is found again when its server answers was held since that is watched, not since it was read', () => {
    const { recorder, written } = recording();
    const held = lock([holder('a', T)], T);
    recorder.take({ lock: held, events: [event('acquired', T)] }, T);
    recorder.watched(T, T + 500);
    const findings: Lock['findings'] = [
      { code: 'node-silent', severity: 'info', sinceMs: T + 500, evidence: [] },
    ];
    recorder.take({ lock: { ...held, state: 'unknown', findings }, events: [] }, T + 3_000);
    recorder.watched(T + 6_000, T + 6_000);
    recorder.take({ lock: { ...held, confirmed: { by: 'read', atMs: T + 6_003 } }, events: [] }, T + 6_003);
    recorder.watched(T + 6_000, T + 7_000);
    const { rollups } = recorder.drain(T + 7_000, null) as HistoryBatch;
    const heldMs = rollups.map(({ subject, counts }) => [subject.kind, counts.held_ms]);
    expect(Object.fromEntries(heldMs)).toEqual({ lock: 1_500, family: 1_500, target: 1_500 });
    expect(spansOf(written(T + 8_000))).toEqual([]);
  });

  test('that an earlier console wrote down goes on under its row, if its token had the lock all the time', () => {
    const row = written0();
    const { recorder, written } = recording({ spans: [row], waitSpans: [], lastCoveredMs: T - 5_000 });
    const atLeast = { atMs: T + 10, atLeast: true, known: { by: 'scan', atMs: T + 10 } } as const;
    const found = lock([holder('a', T, { since: atLeast })], T + 10);
    recorder.take({ lock: found, events: [event('first-seen', T + 10, { by: 'scan' })] }, T + 10);
    expect(recorder.adopted()).toEqual([row.uid]);
    recorder.take({ removed: ID, events: [event('released', T + 400)] }, T + 400);
    expect(written(T + 1_000).spans).toMatchObject([
      { uid: row.uid, from_ms: T - 60_000, to_ms: T + 400, ended: 'released', renewals: 4 },
    ]);
  });

  test('that says it began after the last watch is another one, whatever its token', () => {
    const { recorder, written } = recording({ spans: [written0()], waitSpans: [], lastCoveredMs: T - 5_000 });
    recorder.take({ lock: lock([holder('a', T - 1_000)], T), events: [event('first-seen', T)] }, T);
    expect(recorder.adopted()).toEqual([]);
    expect(written(T + 1_000).spans).toMatchObject([{ from_ms: T - 1_000 }]);
  });

  test('whose lease ran out and whose token has the lock again outlived its lease by as much', () => {
    const { recorder, written } = recording();
    const first = lock([holder('a', T)], T, { expiresAtMs: T + 300 });
    recorder.take({ lock: first, events: [event('acquired', T)] }, T);
    recorder.take({ removed: ID, events: [event('expired', T + 350, { by: 'inferred' })] }, T + 350);
    recorder.take(
      { lock: lock([holder('a', T + 800)], T + 800), events: [event('acquired', T + 800)] },
      T + 800,
    );
    const batch = written(T + 1_000);
    expect(batch.spans).toMatchObject([
      { to_ms: T + 300, ended: 'expired', overrun_ms: 500 },
      { from_ms: T + 800, to_ms: null, overrun_ms: null },
    ]);
    expect(batch.events).toMatchObject([
      { kind: 'expired', atMs: T + 300 },
      { kind: 'expired-while-held', atMs: T + 300, values: { proof: 'came-back', overrunMs: 500 } },
    ]);
  });

  function written0(): OpenSpans['spans'][number] {
    const { recorder, written } = recording();
    recorder.take({ lock: lock([holder('a', T)], T), events: [event('acquired', T)] }, T);
    const [span] = written(T + 1_000).spans;
    if (!span) throw new Error('there is no hold');
    return { ...span, uid: 'span:17', from_ms: T - 60_000, renewals: 4 };
  }
});

describe('waiters', () => {
  test('that have names wait until they have the lock, and the time from free to taken is a hand-over', () => {
    const { recorder, written } = recording();
    const process = aProcess({ instance: 'p2' });
    const wait: NamedWait = {
      ...{ lock: ID, by: 'queue', token: displayOf('b'), label: 'b', process, place: 1, sinceMs: T + 100 },
      ...{ heard: true, known: { by: 'read', atMs: T + 200 } },
    };
    const waiters = { count: counted(1), known: { by: 'scan', atMs: T + 200 } as const };
    recorder.take({ lock: lock([holder('a', T)], T), events: [event('acquired', T)] }, T);
    recorder.take({ lock: lock([holder('a', T)], T, { waiters }), events: [] }, T + 200);
    recorder.waits([wait], T + 200);
    recorder.take({ removed: ID, events: [event('released', T + 600)] }, T + 600);
    recorder.take(
      { lock: lock([holder('b', T + 640, { process })], T + 640), events: [event('acquired', T + 640)] },
      T + 640,
    );
    recorder.waits([], T + 900);
    const batch = written(T + 1_000);
    expect(batch.waitSpans).toMatchObject([
      { from_ms: T + 100, to_ms: T + 640, got_it: 1, known_by: 'queue' },
    ]);
    expect(ofTarget(batch)?.times.map(({ measure, count }) => [measure, count])).toEqual([
      ['hold', 1],
      ['gap', 1],
      ['wait', 1],
    ]);
    expect(batch.events.map(({ kind }) => kind)).toEqual(['contended']);
    expect(batch.waiting.map(({ atMs, waiters }) => [atMs - T, waiters])).toEqual([
      [200, 1],
      [640, 0],
    ]);
  });

  test('that cannot be counted are unknown, and make no row', () => {
    const { recorder, written } = recording();
    const waiters = { count: counted(null), known: null };
    recorder.take({ lock: lock([holder('a', T)], T, { waiters }), events: [event('acquired', T)] }, T);
    recorder.take({ removed: ID, events: [event('released', T + 600)] }, T + 600);
    const batch = written(T + 1_000);
    expect(batch.spans).toMatchObject([{ waiters_max: null, waiter_ms: 0 }]);
    expect(batch.waiting).toEqual([]);
  });
});

describe('findings', () => {
  test('are told when they are raised and cleared; one that came and went within a second is not', () => {
    const { recorder, written } = recording();
    const findings: Lock['findings'] = [{ code: 'no-ttl', severity: 'at-risk', sinceMs: T, evidence: [] }];
    const held = lock([holder('a', T, { ttlMs: 'none' })], T, {
      ttlMs: 'none',
      expiresAtMs: 'none',
      findings,
    });
    recorder.take({ lock: held, events: [event('acquired', T)] }, T);
    const kindsOf = (batch: HistoryBatch) => batch.events.map(({ kind, values }) => [kind, values.code]);
    expect(kindsOf(written(T + 1_000))).toEqual([
      ['no-ttl', undefined],
      ['finding-raised', 'no-ttl'],
    ]);
    const late: Lock['findings'] = [{ code: 'renewal-late', severity: 'at-risk', sinceMs: T, evidence: [] }];
    recorder.take({ lock: { ...held, findings: [...findings, ...late] }, events: [] }, T + 1_100);
    recorder.take({ lock: { ...held, findings: [] }, events: [] }, T + 1_200);
    expect(kindsOf(written(T + 2_000))).toEqual([['finding-cleared', 'no-ttl']]);
  });
});
