import { describe, expect, it } from 'vitest';
import { aHolder, lockOf } from '../../e2e/support/a-lock';
import type { Lock } from '../contract/lock';
import { displayOf } from '../domain/keys/bytes';
import { listHolders } from './list-holders';

/** The one holder of these locks. */
function holderOf(...locks: Lock[]) {
  const { holders } = listHolders(locks, [], 0, 10);
  expect(holders).toHaveLength(1);
  return holders[0];
}

/** The lock of this key on another target. */
const on = (target: string, key: string, token: string) =>
  lockOf(key, { token, target, id: `${target}.0.${key}` });

describe('the keys of a holder’s token', () => {
  it('are those that one token is on, not all that the holder has', () => {
    const locks = [lockOf('a', { token: 't' }), lockOf('b', { token: 't' }), lockOf('c', { token: 'u' })];
    expect(holderOf(...locks)).toMatchObject({ count: 3, tokenKeys: 2 });
  });

  it('are one for a Redlock lock, which has its key on several targets', () => {
    const redlock = ['n1', 'n2', 'n3'].map((target) => on(target, 'a', 't'));
    expect(holderOf(...redlock)).toMatchObject({ count: 3, tokenKeys: 1, targets: ['n1', 'n2', 'n3'] });
    const several = ['n1', 'n2'].flatMap((target) => [on(target, 'a', 't'), on(target, 'b', 't')]);
    expect(holderOf(...several)).toMatchObject({ count: 4, tokenKeys: 2 });
  });

  it('are one where any other holder may write the same token', () => {
    const holders = [aHolder({ tokenUnique: false })];
    expect(holderOf(lockOf('a', { holders }), lockOf('b', { holders }))?.tokenKeys).toBe(1);
  });

  it('are counted once for a holder that has one of them in two threads', () => {
    const thread = (n: number) => aHolder({ token: displayOf(`client:${n}`) });
    const twice = lockOf('a', { holders: [thread(1), thread(2)] });
    expect(holderOf(twice, lockOf('b', { holders: [thread(1)] }))).toMatchObject({ count: 2, tokenKeys: 2 });
  });
});

it('an operator who has a lock in quarantine is listed as one', () => {
  const holders = [aHolder({ quarantine: { by: 'mk' } })];
  expect(holderOf(lockOf('a', { holders }))?.holder).toMatchObject({
    ...{ verdict: 'unknown', quarantine: { by: 'mk' } },
  });
});
