import { describe, expect, it } from 'vitest';
import { aHolder, aLock } from '@/e2e/support/a-lock';
import { displayOf } from '@/lib/domain/keys/bytes';
import { readRef } from './holder-ref';
import { groupedByToken, holdingsOf, keysOfToken } from './holdings';

const ID = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58';
const thread = (n: number) => aHolder({ token: displayOf(`${ID}:${n}`) });
const lock = (name: string, ...threads: number[]) => aLock({ name, holders: threads.map(thread) });
const keys = (holdings: { lock: { key: { text: string } } }[]) =>
  holdings.map(({ lock: { key } }) => key.text);

describe('what a holder has', () => {
  it('is every lock of its process, once for each of its threads', () => {
    const stranger = aHolder({ token: displayOf('x'), process: null });
    const shared = aLock({ name: 'shared', holders: [thread(1), stranger, thread(2)] });
    const holdings = holdingsOf([lock('a', 1), shared], `instance:${ID}`);
    expect(keys(holdings)).toEqual(['a', 'shared', 'shared']);
    expect(new Set(holdings.map(({ id }) => id)).size).toBe(3);
  });

  it('is one group for each token, where its first key stands', () => {
    const holdings = holdingsOf([lock('a', 1), lock('b', 2), lock('c', 1)], `instance:${ID}`);
    expect(groupedByToken(holdings).map((group) => keys(group.holdings))).toEqual([['a', 'c'], ['b']]);
  });

  it('is no group where any holder may write the same token', () => {
    const plain = aHolder({ tokenUnique: false });
    const holdings = ['a', 'b'].map((name) => ({
      id: name,
      lock: aLock({ name, holders: [plain] }),
      holder: plain,
    }));
    expect(groupedByToken(holdings)).toHaveLength(2);
    expect(
      keysOfToken(
        holdings.map((each) => each.lock),
        plain,
      ),
    ).toBe(0);
  });

  it('counts the keys of one token', () => {
    expect(keysOfToken([lock('a', 1), lock('b', 2), lock('c', 1)], thread(1))).toBe(2);
  });

  it('counts one key on several nodes once', () => {
    const redlock = ['n1', 'n2'].map((target) =>
      aLock({ name: 'a', id: `${target}.0.a`, target, holders: [thread(1)] }),
    );
    expect(keysOfToken(redlock, thread(1))).toBe(1);
    const [group] = groupedByToken(holdingsOf(redlock, `instance:${ID}`));
    expect(group).toMatchObject({ keys: 1, holdings: { length: 2 } });
  });
});

describe('the name of a holder in an address', () => {
  it.each([
    [`instance:${ID}`, { by: 'instance', name: ID }],
    ['process:worker-7:4711@1700000000000', { by: 'process', name: 'worker-7:4711' }],
    ['token:a:b@7', { by: 'token', name: 'a:b@7' }],
    ['token:', null],
    ['somebody', null],
  ])('%s is read as %o', (ref, read) => {
    expect(readRef(ref)).toEqual(read);
  });
});
