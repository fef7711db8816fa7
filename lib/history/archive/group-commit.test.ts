import { expect, test } from 'vitest';
import { ConsoleError } from '../../domain/values/errors';
import { type Committed, groupCommit } from './group-commit';

type Change = { name: string; row?: number };

/** Writes into a list of transactions; each ends when `end` is called, or at once. */
function writing(fails: (names: readonly string[]) => unknown = () => null) {
  const transactions: string[][] = [];
  const open: (() => void)[] = [];
  const held = { is: false };
  const write = async (changes: readonly Change[]): Promise<Committed<string>[]> => {
    const names = changes.map(({ name }) => name);
    transactions.push(names);
    if (held.is) await new Promise<void>((resolve) => open.push(resolve));
    const error = fails(names);
    if (error) throw error;
    return names.map((name) => (name === 'nobody' ? { error: new Error('not there') } : { done: name }));
  };
  const commit = groupCommit({ write, rowOf: ({ row }: Change) => row ?? null });
  const end = () => {
    held.is = false;
    open.shift()?.();
  };
  return { commit, transactions, held, end };
}

const named = (...names: string[]): Change[] => names.map((name) => ({ name }));
const outcomesOf = (settled: readonly PromiseSettledResult<string>[]) =>
  settled.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.message));

test('changes of one turn share a transaction, and those that come meanwhile the next', async () => {
  const { commit, transactions, held, end } = writing();
  held.is = true;
  const first = named('a', 'b').map(commit);
  await expect.poll(() => transactions.length).toBe(1);
  const next = named('c', 'd', 'e').map(commit);
  end();
  expect(await Promise.all([...first, ...next])).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(transactions).toEqual([
    ['a', 'b'],
    ['c', 'd', 'e'],
  ]);
});

test('two changes of one row are in two transactions, in their order', async () => {
  const { commit, transactions } = writing();
  const changes = [{ name: 'a', row: 1 }, { name: 'b', row: 2 }, { name: 'c', row: 1 }, { name: 'd' }];
  await Promise.all(changes.map(commit));
  expect(transactions).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
});

test('a change that fails by itself fails alone', async () => {
  const { commit, transactions } = writing();
  const settled = await Promise.allSettled(named('a', 'nobody', 'b').map(commit));
  expect(outcomesOf(settled)).toEqual(['a', 'not there', 'b']);
  expect(transactions).toHaveLength(1);
});

test('a change that breaks the transaction fails alone: the others are written one by one', async () => {
  const { commit, transactions } = writing((names) => names.includes('bad') && new Error('refused'));
  const settled = await Promise.allSettled(named('a', 'bad', 'b').map(commit));
  expect(outcomesOf(settled)).toEqual(['a', 'refused', 'b']);
  expect(transactions).toEqual([['a', 'bad', 'b'], ['a'], ['bad'], ['b']]);
});

test('a database that is away is tried once for all of them, and again for the next', async () => {
  let isAway = true;
  const { commit, transactions } = writing(() => isAway && new ConsoleError('history-unavailable', 'away'));
  const settled = await Promise.allSettled(named('a', 'b').map(commit));
  expect(outcomesOf(settled)).toEqual(['away', 'away']);
  isAway = false;
  expect(await commit({ name: 'c' })).toBe('c');
  expect(transactions).toEqual([['a', 'b'], ['c']]);
});

test('a transaction has a hundred changes at most', async () => {
  const { commit, transactions } = writing();
  await Promise.all(Array.from({ length: 250 }, (_, nth) => commit({ name: `${nth}` })));
  expect(transactions.map(({ length }) => length)).toEqual([100, 100, 50]);
});
