import { expect, test } from 'vitest';
import { aHolder, aLock, waitingFor } from '../../../e2e/support/a-lock';
import type { Certainty, HoldPart, Preview, Seen, SharedHold } from '../../contract/actions';
import { counted } from '../values/counted';
import {
  alsoOf,
  chosenByDefault,
  commandFor,
  consequencesFor,
  keptOf,
  leftOf,
  requiresFor,
} from './hold-choice';

const seen = { tokenDigest: 'd' } as Seen;
const waiting = (count: number | null) => ({ waiters: { count: counted(count), known: null } });

function partOf(name: string, sure: Certainty, more: Partial<HoldPart> = {}): HoldPart {
  return {
    ...{ lock: aLock({ name }), holder: aHolder(), sure, acquiredApartMs: 0, leasesApartMs: 0, seen },
    ...{
      allowed: true,
      why: null,
      requires: { reason: false, typedKey: sure === 'possible', although: null },
    },
    ...more,
  };
}

const hold: SharedHold = {
  parts: [partOf('b', 'proven'), partOf('c', 'possible'), partOf('d', 'likely', { allowed: false })],
  more: 0,
};
const [b, c, d] = ['test.0.b', 'test.0.c', 'test.0.d'];
const preview = {
  lock: aLock({ name: 'a', ...waiting(0) }),
  requires: { reason: false, typedKey: false, although: null },
  consequences: [
    { code: 'no-waiters', happens: true, values: {} },
    { code: 'no-undo', happens: false, values: {} },
  ],
  hold,
} as unknown as Preview;

test('what is of the hold and can be released is chosen, and nothing else', () => {
  expect([...chosenByDefault(hold)]).toEqual([b]);
  expect([...chosenByDefault(undefined)]).toEqual([]);
  expect(alsoOf(hold, new Set([b, 'test.0.x']))).toEqual([{ id: b, seen }]);
});

test('what is not chosen keeps the lock, surely or perhaps', () => {
  expect(keptOf(hold, new Set())).toEqual({ surely: 2, perhaps: 1 });
  expect(keptOf({ ...hold, more: 3 }, new Set([b, c]))).toEqual({ surely: 1, perhaps: 3 });
  const unseen = { surely: 2, perhaps: 1 };
  expect(keptOf({ ...hold, unseen }, new Set([b, c, d]))).toEqual(unseen);
});

test('while the hold keeps a key nobody acquires, and that is said first', () => {
  expect(consequencesFor(preview, new Set([b])).map(({ code }) => code)).toEqual(['hold-stays', 'no-undo']);
  const rest = { ...preview, hold: { ...hold, parts: hold.parts.slice(0, 2) } };
  expect(consequencesFor(rest, new Set([b])).map(({ code }) => code)).toEqual([
    ...['hold-may-stay', 'no-waiters', 'no-undo'],
  ]);
});

test.each([
  [0, 2, { code: 'waiters-race', happens: true, values: { count: 2 } }],
  [0, 0, { code: 'no-waiters', happens: true, values: {} }],
  [0, null, { code: 'waiters-unknown', happens: true, values: {} }],
])('waiters of all keys are those of the lock: %j and %j', (own, other, said) => {
  const part = partOf('b', 'proven', { lock: aLock({ name: 'b', ...waiting(other) }) });
  const of = { ...preview, lock: aLock({ name: 'a', ...waiting(own) }), hold: { parts: [part], more: 0 } };
  expect(waitingFor(of.lock)).toBe(0);
  expect(consequencesFor(of, new Set([b]))[0]).toEqual(said);
});

test('the typed key is asked for by any of the chosen', () => {
  expect(requiresFor(preview, new Set([b]))).toEqual({ reason: false, typedKey: false, although: null });
  expect(requiresFor(preview, new Set([b, c]))).toEqual({ reason: false, typedKey: true, although: null });
});

test('the most consent that any of the chosen takes is asked for', () => {
  const renews = { ...preview, requires: { ...preview.requires, although: 'renews' as const } };
  expect(requiresFor(renews, new Set())).toMatchObject({ although: 'renews' });
  const parts = [partOf('b', 'proven', { requires: { reason: true, typedKey: false, although: 'alive' } })];
  expect(requiresFor({ ...renews, hold: { parts, more: 0 } }, new Set([b]))).toMatchObject({
    although: 'alive',
  });
});

test('the line for a terminal says which keys', () => {
  const command = 'lockscope release test a --if-holder t';
  const line = (...ids: string[]) => commandFor({ ...preview, command }, new Set(ids));
  expect(line(b)).toBe('lockscope release --same-hold test a --if-holder t');
  expect(line()).toBe('lockscope release --only-this-key test a --if-holder t');
  expect(line(b, d)).toBe(`lockscope release --also ${b} --also ${d} test a --if-holder t`);
  expect(commandFor({ ...preview, command, hold: undefined }, new Set())).toBe(command);
  const requires = { ...preview.requires, although: 'alive' } as const;
  expect(commandFor({ ...preview, command, requires }, new Set([b]))).toBe(
    'lockscope release --same-hold --alive test a --if-holder t',
  );
});

test.each([
  ['held', ['released', 'failed'], []],
  ['held', ['released'], ['likely']],
  ['unclear', ['released', 'changed'], []],
  ['unclear', ['released', 'unknown'], ['possible']],
] as const)('a hold that was not released whole is said to be %s: %j', (is, outcomes, kept) => {
  const nothing = { nodes: [], woken: null, auditId: null, why: null };
  const keys = outcomes.map((outcome, i) => ({ id: `test.0.${i}`, key: `${i}`, outcome, ...nothing }));
  const of = { keys, kept: kept.map((sure) => ({ id: 'test.0.x', key: 'x', sure })) };
  expect(leftOf(of)).toBe(is);
  expect(leftOf({ ...of, unseen: { surely: 0, perhaps: 1 } })).toBe(is);
  expect(leftOf({ ...of, unseen: { surely: 1, perhaps: 0 } })).toBe('held');
});
