import { expect, test } from 'vitest';
import { lockOf } from '../../../e2e/support/a-lock';
import { createFamilyChoice, type FamilySums, familyLabelOf, OTHER } from './metrics-families';

function sums(family: string, waiterSeconds: number | null, locks = 1): FamilySums {
  return { family, locks, waiting: waiterSeconds === null ? null : 1, waiterSeconds };
}
const namesOf = (chosen: FamilySums[]) => chosen.map(({ family }) => family);

test('families that clients waited for most come first, then those with most locks', () => {
  const choose = createFamilyChoice(3);
  const all = [sums('a', null, 9), sums('b', 2), sums('c', 5), sums('d', 0, 20), sums('e', null, 1)];
  expect(namesOf(choose(all))).toEqual(['c', 'b', 'd', OTHER]);
});

test('what has no name of its own is in the rest, with nothing lost and unknown kept apart from 0', () => {
  const choose = createFamilyChoice(1);
  const [named, rest] = choose([sums('a', 9), sums('b', null, 4), sums('c', null, 3)]);
  expect(named).toEqual(sums('a', 9));
  expect(rest).toEqual({ family: OTHER, locks: 7, waiting: null, waiterSeconds: null });
  expect(choose([sums('a', 9), sums('b', null, 4), sums('c', 2, 3)])[1]).toMatchObject({ waiterSeconds: 2 });
});

test('a family that is called as the rest is told with the rest', () => {
  const [first, rest, ...more] = createFamilyChoice(1)([sums(OTHER, 9, 5), sums('a', 1), sums('b', 0)]);
  expect([first?.family, rest?.family, rest?.locks, more]).toEqual(['a', OTHER, 6, []]);
});

test('two of about equal rank do not take turns, and one that rises far has its place at once', () => {
  const choose = createFamilyChoice(2);
  expect(namesOf(choose([sums('top', 9), sums('b', 3), sums('c', 2)]))).toEqual(['top', 'b', OTHER]);
  expect(namesOf(choose([sums('top', 9), sums('b', 2), sums('c', 3)]))).toEqual(['top', 'b', OTHER]);
  expect(namesOf(choose([sums('top', 9), sums('b', 2), sums('c', 30)]))).toEqual(['c', 'top', OTHER]);
  expect(namesOf(choose([sums('c', 30), sums('top', 9)]))).toEqual(['c', 'top']);
});

test('a long name is cut to a label of bounded length without splitting a character', () => {
  const label = familyLabelOf(lockOf(`${'x'.repeat(119)}😀rest`));
  expect(label).toBe(`${'x'.repeat(119)}…`);
  expect(familyLabelOf(lockOf(''))).toBe('(empty)');
});
