import { expect, test } from 'vitest';
import type { Grant } from '@/lib/contract/access/sessions';
import { boundsOf, grantsOn, isOfEverybody } from './role-grants';

const GRANTS: Grant[] = [
  { rights: ['view'], targets: ['*-staging'], keys: ['*'] },
  { rights: ['release', 'audit'], targets: ['orders*', 'jobs'], keys: ['payout:*'] },
];

test.each([
  ['orders', ['release,audit']],
  ['jobs', ['release,audit']],
  ['orders-staging', ['view', 'release,audit']],
  ['locks', []],
])('on %s count the grants whose globs name it', (target, rights) => {
  expect(grantsOn(GRANTS, target).map((grant) => grant.rights.join())).toEqual(rights);
});

test('a pattern for every key is no bound, whatever stands next to it', () => {
  expect(GRANTS.map(boundsOf)).toEqual([[], ['payout:*']]);
  expect(boundsOf({ keys: ['a', '*'] })).toEqual([]);
});

test('a role without users and groups is of everybody', () => {
  expect(isOfEverybody({ users: [], groups: [] })).toBe(true);
  expect(isOfEverybody({ users: ['mk'], groups: [] })).toBe(false);
});
