import { describe, expect, test } from 'vitest';
import { aHolder, aProcess, lockOf } from '../../../e2e/support/a-lock';
import type { Holder } from '../../contract/holder';
import type { Lock } from '../../contract/lock';
import { displayOf } from '../keys/bytes';
import { counted } from '../values/counted';
import { buildWaitGraph, GRAPH_LOCKS } from './build-wait-graph';
import type { NamedWait } from './wait-graph';

const NOW = 1_000_000;
const known = { by: 'read', atMs: NOW } as const;
const inProcess = (instance: string | null) => (instance === null ? null : aProcess({ instance }));

type Who = { token: string; of?: string | null; sinceMs?: number; verdict?: Holder['verdict'] };

function holder({ token, of = null, sinceMs = 900_000, verdict = 'unknown' }: Who): Holder {
  const since = { atMs: sinceMs, atLeast: false, known };
  return aHolder({ token: displayOf(token), process: inProcess(of), since, verdict });
}

function held(name: string, who: Who, change: Partial<Lock> = {}): Lock {
  return lockOf(name, { holders: [holder(who)], waiters: { count: counted(1), known }, ...change });
}

function queued(name: string, token: string, of: string | null = null, place = 1): NamedWait {
  const named = { token: displayOf(token), label: null, process: inProcess(of) };
  return { lock: `main.0.${name}`, by: 'queue', ...named, place, sinceMs: 950_000, heard: true, known };
}

function told(name: string, of: string, sinceMs: number | null = 950_000): NamedWait {
  const named = { token: null, label: null, process: inProcess(of) };
  return { lock: `main.0.${name}`, by: 'heartbeat', ...named, place: null, sinceMs, heard: null, known };
}

const idle = { waiters: { count: counted(0), known } };
const graphOf = (locks: Lock[], waits: NamedWait[]) => buildWaitGraph({ locks, waits }, NOW);
const cyclesOf = (locks: Lock[], waits: NamedWait[]) => graphOf(locks, waits).cycles;
const ids = (...names: string[]) => names.map((name) => `main.0.${name}`);

describe('parties', () => {
  test('are one where a token that has one lock waits for another', () => {
    const graph = graphOf([held('a', { token: 't1' }), held('b', { token: 't2' })], [queued('b', 't1')]);
    expect(graph.parties.map(({ ref }) => ref).sort()).toEqual(['token:t1', 'token:t2']);
    expect(graph.holds).toContainEqual({ party: 'token:t1', lock: 'main.0.a', sinceMs: 900_000 });
    expect(graph.waits).toMatchObject([{ party: 'token:t1', lock: 'main.0.b', by: 'queue', place: 1 }]);
  });

  test('are a process where its tokens for a hold and a wait are different', () => {
    const locks = [held('a', { token: 't1', of: 'p' }), held('b', { token: 't2', of: 'q' })];
    const graph = graphOf(locks, [queued('b', 't3', 'p')]);
    expect(graph.parties).toMatchObject([
      { ref: 'instance:p', token: null, hasPage: true, verdict: 'unknown' },
      { ref: 'token:t2', token: { text: 't2' }, hasPage: true },
    ]);
    expect(graph.holds.find(({ lock }) => lock === 'main.0.a')?.party).toBe('instance:p');
    expect(graph.waits[0]?.party).toBe('instance:p');
  });

  test('that nothing tells from others are each their own, without a page', () => {
    const anonymous = { ...holder({ token: '1' }), tokenUnique: false };
    const waited = { waiters: { count: counted(1), known } };
    const locks = ['a', 'b'].map((name) => lockOf(name, { holders: [anonymous], ...waited }));
    const { parties, unnamed } = graphOf(locks, []);
    expect(new Set(parties.map(({ ref }) => ref)).size).toBe(2);
    expect(parties.every(({ hasPage }) => !hasPage)).toBe(true);
    expect(unnamed).toBe(2);
  });

  test('are in quarantine where an operator has the lock', () => {
    const operator = { ...holder({ token: 'op' }), quarantine: { by: 'mk' } };
    const lock = lockOf('a', { holders: [operator], waiters: { count: counted(1), known } });
    const { parties } = graphOf([lock, held('b', { token: 't2' })], [queued('a', 't2')]);
    expect(parties.map(({ ref, quarantine }) => [ref, quarantine?.by])).toEqual([
      ['token:op', 'mk'],
      ['token:t2', undefined],
    ]);
  });

  test('who wait and have nothing have no page and no verdict', () => {
    const { parties } = graphOf([held('a', { token: 't1' })], [queued('a', 't9', 'q')]);
    expect(parties[1]).toMatchObject({ ref: 'token:t9', hasPage: false, verdict: null });
  });
});

describe('a cycle', () => {
  const two = [held('a', { token: 't1', of: 'p' }), held('b', { token: 't2', of: 'q' })];

  test('of two tokens that wait for each other is certain', () => {
    expect(cyclesOf(two, [queued('b', 't1', 'p'), queued('a', 't2', 'q')])).toEqual([
      { parties: ['token:t1', 'token:t2'], locks: ids('b', 'a'), certain: true },
    ]);
  });

  test('is told once and in the same way, whatever the order of what was read', () => {
    const waits = [queued('a', 't2', 'q'), queued('b', 't1', 'p')];
    expect(cyclesOf([...two].reverse(), waits)).toEqual(cyclesOf(two, [...waits].reverse()));
  });

  test('of three is one cycle', () => {
    const locks = [...two, held('c', { token: 't3', of: 'r' })];
    const waits = [queued('b', 't1', 'p'), queued('c', 't2', 'q'), queued('a', 't3', 'r')];
    expect(cyclesOf(locks, waits)).toEqual([
      { parties: ['token:t1', 'token:t2', 'token:t3'], locks: ids('b', 'c', 'a'), certain: true },
    ]);
  });

  test('of two threads of one process is one, as their tokens tell them apart', () => {
    const same = [held('a', { token: 't1', of: 'p' }), held('b', { token: 't2', of: 'p' })];
    const cycles = cyclesOf(same, [queued('b', 't1', 'p'), queued('a', 't2', 'p')]);
    expect(cycles).toMatchObject([{ parties: ['token:t1', 'token:t2'], certain: true }]);
    const more = [...same, held('c', { token: 't3', of: 'p' }), held('d', { token: 't4', of: 'p' })];
    const beside = [queued('b', 't1', 'p'), queued('a', 't2', 'p'), queued('c', 't5', 'p', 1)];
    expect(cyclesOf(more, beside)).toEqual(cycles);
  });

  test('of processes is only possible', () => {
    const possible = [{ parties: ['instance:p', 'instance:q'], locks: ids('b', 'a'), certain: false }];
    expect(cyclesOf(two, [told('b', 'p'), told('a', 'q')])).toEqual(possible);
    expect(cyclesOf(two, [queued('b', 't8', 'p'), queued('a', 't9', 'q')])).toEqual(possible);
  });

  test('with one wait that no token proves is only possible', () => {
    const cycles = cyclesOf(two, [queued('b', 't1', 'p'), told('a', 'q')]);
    expect(cycles).toMatchObject([{ parties: ['instance:q', 'token:t1'], certain: false }]);
  });

  test('is none where two tasks of one process want each other’s locks by what their process says', () => {
    const same = [held('a', { token: 't1', of: 'p' }), held('b', { token: 't2', of: 'p' })];
    expect(cyclesOf(same, [told('a', 'p'), told('b', 'p')])).toEqual([]);
    expect(cyclesOf(same, [queued('b', 't1', 'p'), told('a', 'p')])).toEqual([]);
  });

  test('is none where the lock was taken after the wait for the other began', () => {
    const later = held('a', { token: 't1', of: 'p', sinceMs: 952_000 });
    expect(cyclesOf([later, ...two.slice(1)], [told('b', 'p'), told('a', 'q')])).toEqual([]);
    expect(cyclesOf([later, ...two.slice(1)], [told('b', 'p', null), told('a', 'q')])).toHaveLength(1);
  });

  test('is none through a place in a queue that nobody listens for, and only possible where that is not known', () => {
    const [one, other] = [queued('b', 't1', 'p'), queued('a', 't2', 'q')];
    expect(cyclesOf(two, [one, { ...other, heard: false }])).toEqual([]);
    expect(cyclesOf(two, [one, { ...other, heard: null }])).toMatchObject([{ certain: false }]);
  });

  test('is none through a holder that is gone, a silent server or one permit of several', () => {
    const waits = [queued('b', 't1', 'p'), queued('a', 't2', 'q')];
    const [a, b] = two as [Lock, Lock];
    const gone = held('a', { token: 't1', of: 'p', verdict: 'gone' });
    expect(cyclesOf([gone, b], waits)).toEqual([]);
    expect(cyclesOf([{ ...a, state: 'unknown' }, b], waits)).toEqual([]);
    const permits = { available: 0, held: 2, expired: 0 };
    const holders = [...a.holders, holder({ token: 't7' })];
    expect(cyclesOf([{ ...a, kind: 'semaphore', permits, holders }, b], waits)).toEqual([]);
  });

  test('is found through every waiter of a crowd that is in one', () => {
    const crowd = Array.from({ length: 60 }, (_, i) => queued('a', `x${i}`, null, i + 2));
    const waits = [queued('b', 't1', 'p'), queued('a', 't2', 'q'), ...crowd];
    expect(cyclesOf(two, waits)).toHaveLength(1);
  });

  test('is told for each of two circles that share a lock', () => {
    const locks = [...two, held('c', { token: 't3', of: 'r' })];
    const waits = [queued('b', 't1'), told('a', 'q'), told('c', 'q'), queued('b', 't3')];
    expect(cyclesOf(locks, waits).map(({ parties }) => parties)).toEqual([
      ['instance:q', 'token:t1'],
      ['instance:q', 'token:t3'],
    ]);
  });
});

describe('the answer', () => {
  test('has the locks that somebody waits for, and what their parties have besides, and no others', () => {
    const locks = [
      held('a', { token: 't1', of: 'p' }, { waiters: { count: counted(3), known } }),
      held('mine', { token: 't5', of: 'p' }, idle),
      held('else', { token: 't6', of: 'z' }, idle),
    ];
    const graph = graphOf(locks, []);
    expect(graph.locks.map(({ id }) => id)).toEqual(ids('a', 'mine'));
    expect(graph).toMatchObject({ unnamed: 1, leftOut: null, waits: [], cycles: [], nowMs: NOW });
  });

  test('leaves out the least urgent of many, and never one in a cycle', () => {
    const many = Array.from({ length: GRAPH_LOCKS + 100 }, (_, i) =>
      held(
        `m${i}`,
        { token: `m${i}` },
        { state: 'at-risk', waiters: { count: counted(2), known }, waiterSeconds: i },
      ),
    );
    const two = [held('a', { token: 't1' }), held('b', { token: 't2' })];
    const graph = graphOf([...many, ...two], [queued('b', 't1'), queued('a', 't2')]);
    expect(graph.locks).toHaveLength(GRAPH_LOCKS);
    expect(graph.leftOut).toBe(GRAPH_LOCKS + 102);
    expect(graph.cycles).toHaveLength(1);
    const shown = new Set(graph.locks.map(({ id }) => id));
    expect(ids('a', 'b', 'm599').every((id) => shown.has(id))).toBe(true);
    expect(shown.has('main.0.m0')).toBe(false);
    expect(graph.holds.every(({ lock }) => shown.has(lock))).toBe(true);
  });

  test('of thousands of waiters names the first of each lock and counts all', () => {
    const locks = Array.from({ length: 400 }, (_, i) =>
      held(`m${i}`, { token: `m${i}` }, { waiters: { count: counted(5_000), known } }),
    );
    const waits = locks.flatMap((_, i) =>
      Array.from({ length: 64 }, (_, n) => queued(`m${i}`, `w${i}:${n}`, null, n + 1)),
    );
    const graph = graphOf(locks, waits);
    expect(graph.waits.length).toBe(4_000);
    expect(Math.max(...graph.waits.map(({ place }) => place ?? 0))).toBe(10);
    expect(graph.locks[0]?.waiting).toBe(5_000);
    expect(graph.parties).toHaveLength(4_400);
  });

  test('has a wait once that both the queue and the record tell', () => {
    const fair = held('a', { token: 't1', of: 'p' }, { kind: 'fair' });
    const graph = graphOf([fair], [told('a', 'q'), queued('a', 't2', 'q')]);
    expect(graph.waits).toMatchObject([{ by: 'queue', party: 'token:t2' }]);
  });

  test('has no wait of a record for a lock that nobody waits for by now', () => {
    const waits = [told('a', 'q')];
    const free = held('a', { token: 't1' }, { waiters: { count: counted(0), known } });
    expect(graphOf([free], waits)).toMatchObject({ waits: [], locks: [] });
    const uncounted = held('a', { token: 't1' }, { waiters: { count: counted(null), known: null } });
    expect(graphOf([uncounted], waits).waits).toMatchObject([{ party: 'instance:q', by: 'heartbeat' }]);
  });

  test('says nothing of a wait for a lock that is not known', () =>
    expect(graphOf([held('a', { token: 't1' }, idle)], [queued('gone', 't1')])).toMatchObject({
      waits: [],
      locks: [],
      parties: [],
    }));
});

test('who has taken the lock since its last heartbeat does not wait for it any more', () => {
  const locks = (sinceMs: number) => [held('a', { token: 't1', of: 'p', sinceMs })];
  expect(graphOf(locks(NOW + 1), [told('a', 'p')]).waits).toEqual([]);
  expect(graphOf(locks(NOW - 1), [told('a', 'p')]).waits, 'another of its tasks').toHaveLength(1);
  expect(graphOf(locks(NOW + 1), [told('a', 'q')]).waits).toHaveLength(1);
});
