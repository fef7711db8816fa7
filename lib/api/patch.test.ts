import { describe, expect, it } from 'vitest';
import { lockOf } from '@/e2e/support/a-lock';
import { WHOLE_COVERAGE } from '../../e2e/support/a-node';
import type { LockEvent } from '../contract/lock';
import type { LockDetail, LockList } from '../contract/locks';
import { patchDetail, patchList } from './patch';

const list = (names: string[], version = 1): LockList => ({
  locks: names.map((name) => lockOf(name)),
  matched: names.length,
  total: names.length,
  coverage: WHOLE_COVERAGE,
  nextCursor: null,
  version,
  nowMs: 0,
});

const patch = { version: 2, nowMs: 5, changed: [], removed: [], events: [] };

describe('a list', () => {
  it('keeps every lock that did not change, and itself when none did', () => {
    const before = list(['a', 'b']);
    expect(patchList(before, { ...patch, changed: [lockOf('c')] })).toBe(before);
    const changed = lockOf('b', { state: 'at-risk' });
    const after = patchList(before, { ...patch, changed: [changed] });
    expect(after.locks[0]).toBe(before.locks[0]);
    expect(after.locks[1]).toBe(changed);
    expect(after).toMatchObject({ version: 2, nowMs: 5, matched: 2 });
  });

  it('loses what is gone and counts it', () => {
    const after = patchList(list(['a', 'b']), { ...patch, removed: ['main.0.a', 'main.0.z'] });
    expect(after.locks.map(({ id }) => id)).toEqual(['main.0.b']);
    expect(after).toMatchObject({ matched: 1, total: 1 });
  });

  it('takes no patch that is older than itself', () => {
    const before = list(['a'], 7);
    expect(patchList(before, { ...patch, version: 7, removed: ['main.0.a'] })).toBe(before);
  });
});

const event = (seq: number, name = 'a'): LockEvent => ({
  seq,
  atMs: seq,
  id: `main.0.${name}`,
  target: 'main',
  key: name,
  kind: 'renewed',
  by: 'event',
  holder: null,
  values: {},
});

const detail = (): LockDetail => ({
  lock: lockOf('a'),
  evidence: [],
  raw: { type: 'string', ttlMs: 1_000, byteLength: 1, value: null, fields: null },
  channel: null,
  queue: null,
  holderDigests: [],
  events: [event(1)],
  ttlSamples: [{ atMs: 0, ttlMs: 1_000 }],
  waitingSeries: [],
  contentionHint: null,
  alsoHolds: [],
  replicas: [],
  nowMs: 0,
});

describe('a lock page', () => {
  it('is the same object when the patch is about others', () => {
    const before = detail();
    expect(patchDetail(before, { ...patch, changed: [lockOf('b')], events: [event(2, 'b')] })).toBe(before);
  });

  it('gets its events once, the newest first', () => {
    const after = patchDetail(detail(), { ...patch, events: [event(1), event(2), event(3)] });
    expect(after.events.map(({ seq }) => seq)).toEqual([3, 2, 1]);
  });

  it('keeps each digest with its holder, whoever comes and goes', () => {
    const holdersOf = (...tokens: string[]) => tokens.flatMap((token) => lockOf('a', { token }).holders);
    const before = {
      ...detail(),
      lock: lockOf('a', { holders: holdersOf('1', '2') }),
      holderDigests: ['d1', 'd2'],
    };
    const changed = [lockOf('a', { holders: holdersOf('3', '2') })];
    expect(patchDetail(before, { ...patch, changed }).holderDigests).toEqual(['', 'd2']);
    expect(patchDetail(before, { ...patch, events: [event(9)] }).holderDigests).toEqual(['d1', 'd2']);
  });

  it('has one saw-tooth a node of a group, and none of what they say together', () => {
    const vote = (node: string, readAtMs: number, ttlMs: number) =>
      ({ node, vote: 'yes', ttlMs, token: null, readAtMs }) as const;
    const before = { ...detail(), nodeSamples: [{ node: 'x', samples: [{ atMs: 0, ttlMs: 1_000 }] }] };
    const votes = [vote('x', 4, 996), vote('y', 3, 950)];
    const changed = [lockOf('a', { ttlMs: 900, known: { by: 'event', atMs: 5 }, votes })];
    const after = patchDetail(before, { ...patch, changed });
    expect(after.ttlSamples).toBe(before.ttlSamples);
    expect(after.nodeSamples).toEqual([
      {
        node: 'x',
        samples: [
          { atMs: 0, ttlMs: 1_000 },
          { atMs: 4, ttlMs: 996 },
        ],
      },
      { node: 'y', samples: [{ atMs: 3, ttlMs: 950 }] },
    ]);
  });

  it('goes on with the saw-tooth of a holder and starts a new one for the next', () => {
    const renewed = lockOf('a', { ttlMs: 900, known: { by: 'event', atMs: 4 } });
    expect(patchDetail(detail(), { ...patch, changed: [renewed] }).ttlSamples).toEqual([
      { atMs: 0, ttlMs: 1_000 },
      { atMs: 4, ttlMs: 900 },
    ]);
    const again = { ...detail(), ttlSamples: [{ atMs: 9, ttlMs: 991 }] };
    expect(patchDetail(again, { ...patch, changed: [renewed] }).ttlSamples).toBe(again.ttlSamples);
    const next = lockOf('a', { token: 'other', ttlMs: 900, known: { by: 'event', atMs: 4 } });
    expect(patchDetail(detail(), { ...patch, changed: [next] }).ttlSamples).toEqual([
      { atMs: 4, ttlMs: 900 },
    ]);
  });
});
