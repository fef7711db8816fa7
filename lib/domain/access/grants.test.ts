import { expect, test } from 'vitest';
import type { Grant } from '../../contract/access/sessions';
import { RIGHTS, type Right } from '../../contract/rights';
import { ALL_GRANTS, may, mayAnywhere, mayEverywhere, reachOf } from './grants';
import { seesEverything, seesTokens } from './principal';

const grant = (rights: Right[], targets = ['*'], keys = ['*']): Grant => ({ rights, targets, keys });

test('a right is given on the keys and targets that its globs match, and nowhere else', () => {
  const grants = [grant(['release'], ['orders*'], ['payout:*', '{refund}:?'])];
  expect(may(grants, 'release', 'orders-eu', 'payout:7')).toBe(true);
  expect(may(grants, 'release', 'orders', '{refund}:1')).toBe(true);
  expect(may(grants, 'release', 'orders', 'invoice:7')).toBe(false);
  expect(may(grants, 'release', 'jobs', 'payout:7')).toBe(false);
  expect(may(grants, 'release', 'orders')).toBe(false);
  expect(reachOf(grants, 'release', 'orders')).toEqual({ keys: ['payout:*', '{refund}:?'] });
  expect(reachOf(grants, 'release', 'jobs')).toBe('none');
});

test('a key whose name is not known is covered where every key is', () => {
  expect(may([grant(['view'])], 'view', 'orders', null)).toBe(true);
  expect(may([grant(['view'], ['*'], ['a*'])], 'view', 'orders', null)).toBe(false);
});

test.each<[Right, Right[]]>([
  ['release', ['release', 'preview', 'view']],
  ['extend', ['extend', 'preview', 'view']],
  ['quarantine', ['quarantine', 'preview', 'view']],
  ['bulk', ['bulk', 'preview', 'view']],
  ['preview', ['preview', 'view']],
  ['xray', ['xray', 'view']],
  ['view', ['view']],
  ['annotate', ['annotate']],
  ['silence', ['silence', 'view']],
  ['audit', ['audit']],
  ['metrics', ['metrics']],
  ['peer', ['peer']],
  ['admin', RIGHTS.filter((right) => right !== 'peer')],
])('%s includes %j and no more', (given, included) => {
  const grants = [grant([given])];
  expect(RIGHTS.filter((right) => may(grants, right, 'orders', 'a'))).toEqual(
    RIGHTS.filter((right) => included.includes(right)),
  );
  expect(RIGHTS.filter((right) => mayAnywhere(grants, right))).toHaveLength(included.length);
});

test('a right of a part is a right somewhere, and not everywhere', () => {
  const part = [grant(['view'], ['orders'])];
  expect([mayAnywhere(part, 'view'), mayEverywhere(part, 'view')]).toEqual([true, false]);
  const halves = [grant(['view'], ['orders', '*'], ['a*']), grant(['view'], ['orders'], ['*'])];
  expect(mayEverywhere(halves, 'view')).toBe(false);
  expect(mayEverywhere(ALL_GRANTS, 'view')).toBe(true);
});

test('tokens are seen by who may use them', () => {
  expect(seesTokens([grant(['view'])], 'orders', 'a')).toBe(false);
  expect(seesTokens([grant(['view']), grant(['release'], ['orders'], ['a'])], 'orders', 'a')).toBe(true);
  expect(seesTokens([grant(['view']), grant(['release'], ['orders'], ['a'])], 'orders', 'b')).toBe(false);
  expect(seesEverything([grant(['view'])])).toBe(false);
  expect(seesEverything([grant(['view']), grant(['extend'])])).toBe(true);
  expect(seesEverything(ALL_GRANTS)).toBe(true);
});
