import { describe, expect, test } from 'vitest';
import { ApiFailure } from '@/lib/api/http';
import type { BulkItem, BulkPlan, BulkResult } from '@/lib/contract/bulk';
import { counted } from '@/lib/domain/values/counted';
import {
  BULK_START,
  type BulkEvent,
  bulkMachine,
  bulkMissing,
  bulkRows,
  heldBySeen,
  leftItems,
  ofRuns,
  sharedCount,
  standCounts,
  unreadItems,
} from './run-machine';

const item = (id: string, of: Partial<BulkItem> = {}): BulkItem => ({
  id,
  key: { text: id, exact: true, byteLength: id.length },
  target: 'orders',
  node: 'orders-1',
  holder: null,
  waiting: counted(0),
  ttlMs: 60_000,
  seen: {} as never,
  why: null,
  although: null,
  ...of,
});
const plan = (...items: BulkItem[]): BulkPlan => ({
  items,
  added: 0,
  more: 0,
  requires: { although: null },
  nowMs: 1_000,
});
const line = (id: string, outcome: BulkResult['outcome']): BulkEvent => ({
  type: 'line',
  line: {
    result: {
      id,
      outcome,
      because: null,
      why: null,
      after: null,
      woken: null,
      others: 0,
      auditId: 1,
      atMs: 2_000,
    },
  },
});
const end: BulkEvent = {
  type: 'line',
  line: { end: { counts: {} as never, auditId: 1, tookMs: 5, atMs: 3_000 } },
};
const stateAfter = (...events: BulkEvent[]) => events.reduce(bulkMachine, BULK_START);
const shown = (...events: BulkEvent[]) =>
  bulkRows(stateAfter(...events)).map(({ item, stand }) => `${item.id} ${stand}`);
const planOf = (...items: BulkItem[]): BulkEvent => ({ type: 'planned', plan: plan(...items) });
const sent: BulkEvent = { type: 'sent', atMs: 1_500 };

describe('rows of a run', () => {
  test('are planned, and what is no part of it stands last', () => {
    const why = { code: 'denied', message: '' };
    expect(shown(planOf(item('a', { why }), item('b')))).toEqual(['b planned', 'a left']);
  });

  test('say first what needs a look, and count together as many as were planned', () => {
    const events = [
      planOf(item('a'), item('b'), item('c'), item('d')),
      sent,
      line('a', 'released'),
      line('b', 'unexpected'),
      line('c', 'refused'),
      line('d', 'not-tried'),
      end,
    ];
    expect(shown(...events)).toEqual(['b unexpected', 'c refused', 'a released', 'd not-tried']);
    const counts = standCounts(bulkRows(stateAfter(...events)));
    expect(counts.released + counts.refused + counts.unexpected + counts['not-tried']).toBe(4);
  });

  test('whose answer broke off are open, not planned and not released', () => {
    const failed: BulkEvent = { type: 'failed', failure: new ApiFailure(0, 'unreachable', '') };
    expect(shown(planOf(item('a'), item('b')), sent, line('a', 'released'), failed)).toEqual([
      'b open',
      'a released',
    ]);
  });

  test('whose answer ended without its last line are open too, and the run is over', () => {
    const events: BulkEvent[] = [
      planOf(item('a'), item('b')),
      sent,
      line('a', 'released'),
      { type: 'closed' },
    ];
    expect(shown(...events)).toEqual(['b open', 'a released']);
    expect(stateAfter(...events).phase).toMatchObject({ is: 'over', end: null });
    expect(stateAfter(planOf(item('a')), sent, end, { type: 'closed' }).phase).toMatchObject({
      failure: null,
    });
  });

  test('are counted where others hold the lock, or another key of the hold stayed held', () => {
    const result = (id: string, of: Partial<BulkResult>): BulkEvent => {
      const { line: released } = line(id, 'released') as { line: { result: BulkResult } };
      return { type: 'line', line: { result: { ...released.result, ...of } } };
    };
    const events = [
      planOf(item('a'), item('b'), item('c'), item('d'), item('e')),
      sent,
      ...[result('a', { kept: 1 }), result('b', { unseen: 2 }), result('c', { others: 1 })],
      ...[result('d', { others: null }), line('e', 'refused')],
    ];
    expect(sharedCount(bulkRows(stateAfter(...events)))).toBe(3);
  });

  test('a lock that came back is no longer released', () => {
    expect(shown(planOf(item('a')), sent, line('a', 'released'), line('a', 'unexpected'))).toEqual([
      'a unexpected',
    ]);
  });
});

test('what is in a plan that is read again no more is not planned', () => {
  const why = { code: 'several', message: '' };
  const first = planOf(item('a'), item('b'), item('c', { why }));
  expect(shown(first, { type: 'planning' }, planOf(item('a')))).toEqual(['a planned']);
});

describe('the rest of a run', () => {
  const stopped = [
    planOf(item('a'), item('b'), item('c')),
    sent,
    line('a', 'released'),
    line('b', 'unexpected'),
    line('c', 'not-tried'),
    end,
  ];

  test('is what may be held still', () => {
    expect(leftItems(bulkRows(stateAfter(...stopped))).map(({ id }) => id)).toEqual(['b', 'c']);
  });

  test('is planned anew, and what was released stays said', () => {
    expect(shown(...stopped, { type: 'planning' }, planOf(item('b'), item('c')))).toEqual([
      'b planned',
      'c planned',
      'a released',
    ]);
  });

  test('is counted with the run before it: no more are released than there are', () => {
    const again = [planOf(item('b'), item('c')), sent, line('b', 'released'), line('c', 'released'), end];
    const counts = standCounts(bulkRows(stateAfter(...stopped, { type: 'planning' }, ...again)));
    expect([counts.released, ofRuns(counts)]).toEqual([3, 3]);
  });

  test('is asked for by the holder that was shown first, when nobody could be read meanwhile', () => {
    const holder = { token: { text: 'uuid:1', exact: true, byteLength: 6 } } as BulkItem['holder'];
    const events = [planOf(item('a', { holder })), sent, line('a', 'not-tried'), end];
    const unread = planOf(item('a', { why: { code: 'not-known', message: '' }, seen: null }));
    const { plan: again } = stateAfter(...events, { type: 'planning' }, unread);
    expect(heldBySeen(again?.items ?? [])).toEqual({ held: [{ id: 'a', token: 'uuid:1' }] });
  });

  test('leaves what was no part of it named', () => {
    const why = { code: 'several', message: '' };
    const events = [planOf(item('a'), item('b'), item('c', { why })), sent, line('a', 'unexpected')];
    const again = planOf(item('a'), item('b'));
    expect(shown(...events, line('b', 'not-tried'), end, { type: 'planning' }, again)).toEqual([
      'a planned',
      'b planned',
      'c left',
    ]);
  });

  test('what came free meanwhile is not called left', () => {
    expect(shown(...stopped, { type: 'planning' }, planOf(item('b')))).toEqual(['b planned', 'a released']);
  });
});

describe('what could not be read in time', () => {
  const late = { code: 'timed-out', message: '' };
  const first = planOf(item('a'), item('b', { why: late }), item('c', { why: late }));
  const again = (...items: BulkItem[]): BulkEvent => ({ type: 'filled', plan: plan(...items) });

  test('is read again into the same plan, and what came free meanwhile is gone from it', () => {
    expect(shown(first, { type: 'planning' }, again(item('b')))).toEqual(['a planned', 'b planned']);
  });

  test('is still named where it could not be read again', () => {
    const state = stateAfter(first, again(item('b'), item('c', { why: late })));
    expect(bulkRows(state).map(({ item: { id }, stand }) => `${id} ${stand}`)).toEqual([
      'a planned',
      'b planned',
      'c left',
    ]);
    expect(unreadItems(state.plan ?? plan()).map(({ id }) => id)).toEqual(['c']);
  });

  test('counts a key of the same hold once, whichever reading had it first', () => {
    const held = { ...plan(item('b'), item('a'), item('d')), added: 2 };
    expect(stateAfter(first, { type: 'filled', plan: held }).plan?.added).toBe(1);
  });

  test('takes the consent that any of both readings takes', () => {
    const alive = { ...plan(item('b')), requires: { although: 'alive' as const } };
    expect(stateAfter(first, { type: 'filled', plan: alive }).plan?.requires.although).toBe('alive');
  });

  test('is read again too where whether anybody has it is not known', () => {
    const unknown = item('a', { why: { code: 'not-known', message: '' }, seen: null });
    expect(unreadItems(plan(unknown, item('b')))).toEqual([unknown]);
    const { plan: whole } = stateAfter(planOf(unknown, item('b')), again(item('a')));
    expect(whole?.items.map(({ id, why }) => [id, why])).toEqual([
      ['a', null],
      ['b', null],
    ]);
  });

  test('is asked for by no holder where none was shown', () => {
    expect(heldBySeen([item('a', { why: { code: 'not-known', message: '' } })])).toEqual({
      held: [{ id: 'a' }],
    });
  });

  test('is asked for by the holder that was shown', () => {
    const holder = { token: { text: 'uuid:1', exact: true, byteLength: 6 } } as BulkItem['holder'];
    expect(heldBySeen([item('b', { holder, why: late })])).toEqual({ held: [{ id: 'b', token: 'uuid:1' }] });
  });
});

test.each([
  [429, 'rate-limited', {}],
  [503, 'not-audited', { mayHaveHappened: false }],
])('what was refused before the first lock keeps the form: %i %s', (status, code, details) => {
  const failure = new ApiFailure(status, code, '', details);
  expect(stateAfter(planOf(item('a')), sent, { type: 'failed', failure }).phase).toEqual({
    is: 'confirming',
    failure,
  });
});

test.each([
  [503, 'bad-answer'],
  [500, 'internal'],
])('an answer of %i that does not say that nothing was done leaves it open', (status, code) => {
  const failure = new ApiFailure(status, code, '');
  expect(stateAfter(planOf(item('a')), sent, { type: 'failed', failure }).phase.is).toBe('over');
});

describe('before it can begin', () => {
  const draft = { reason: 'OOM', ticket: '', count: '2', although: false };
  const two = plan(item('a'), item('b'), item('c', { why: { code: 'denied', message: '' } }));

  test('the count of what is released is typed, not that of the rows', () => {
    expect(bulkMissing(two, { ...draft, count: '3' })).toBe('count');
    expect(bulkMissing(two, draft)).toBeNull();
  });

  test('a reason is given, and consent where a holder lives', () => {
    expect(bulkMissing(two, { ...draft, reason: ' ' })).toBe('reason');
    expect(bulkMissing(two, { ...draft, ticket: 'INC 1' })).toBe('ticket');
    expect(bulkMissing(two, { ...draft, ticket: ' INC-1 ' })).toBeNull();
    const alive = { ...two, requires: { although: 'alive' as const } };
    expect(bulkMissing(alive, draft)).toBe('although');
    expect(bulkMissing(alive, { ...draft, although: true })).toBeNull();
  });

  test('there has to be something', () => {
    expect(bulkMissing(plan(), draft)).toBe('nothing-planned');
  });
});
