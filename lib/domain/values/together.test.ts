import { expect, test } from 'vitest';
import { together } from './together';

test('what is asked for at the same moment is one question, each with its own answer', async () => {
  const asked: number[][] = [];
  const double = together(async (items: readonly number[]) => {
    asked.push([...items]);
    return items.map((item) => item * 2);
  });
  const later = async (item: number) => {
    await null;
    return double(item);
  };
  expect(await Promise.all([double(1), double(2), double(3)])).toEqual([2, 4, 6]);
  expect(await Promise.all([later(4), later(5)])).toEqual([8, 10]);
  expect(asked).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
});

test('what is asked for while a question is under way is another one, which begins later', async () => {
  const ends: (() => void)[] = [];
  const name = together(async (items: readonly string[]) => {
    await new Promise<void>((resolve) => ends.push(resolve));
    return items;
  });
  const first = name('a');
  await expect.poll(() => ends.length).toBe(1);
  const second = name('b');
  await expect.poll(() => ends.length).toBe(2);
  for (const end of ends) end();
  expect(await Promise.all([first, second])).toEqual(['a', 'b']);
});

test('a question that fails fails for all who asked, and not for the next', async () => {
  let isAway = true;
  const name = together(async (items: readonly string[]) => {
    if (isAway) throw new Error('away');
    return items;
  });
  const settled = await Promise.allSettled([name('a'), name('b')]);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isAway = false;
  expect(await name('c')).toBe('c');
});
