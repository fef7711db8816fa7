import { expect, test } from 'vitest';
import type { RawKey } from '../../domain/keys/raw-key';
import { createReadJobs, type ReadOptions } from './read-jobs';

const ASKED: ReadOptions = { by: 'read', urgent: true, named: true };
const SCANNED: ReadOptions = { by: 'scan', urgent: false, named: true };

/** Batches that are read, each of which ends when `end` is called. */
function reading() {
  const batches: string[][] = [];
  const ends: ((error?: Error) => void)[] = [];
  const moved = new Set<string>();
  const jobs = createReadJobs({ affords: () => false }, (keys, _, elsewhere) => {
    batches.push([...keys]);
    for (const key of keys) if (moved.has(key)) elsewhere.push({ key, type: 'elsewhere' } as RawKey);
    return new Promise((resolve, reject) => {
      ends.push((error) => (error ? reject(error) : resolve()));
    });
  });
  const end = async (error?: Error) => {
    await expect.poll(() => ends.length).toBeGreaterThan(0);
    ends.shift()?.(error);
  };
  return { jobs, batches, end, moved };
}

const manyOf = (count: number, name: string) => Array.from({ length: count }, (_, n) => `${name}${n}`);

test('readings that are asked for at the same moment are one batch, and those that come meanwhile the next', async () => {
  const { jobs, batches, end } = reading();
  const first = ['a', 'b'].map((key) => jobs.add([key], ASKED));
  await expect.poll(() => batches.length).toBe(1);
  const next = ['c', 'a', 'c'].map((key) => jobs.add([key], ASKED));
  await end();
  await Promise.all(first);
  await end();
  await Promise.all(next);
  expect(batches).toEqual([
    ['a', 'b'],
    ['c', 'a'],
  ]);
});

test('a reading that was asked for while its key was being read is another one', async () => {
  const { jobs, batches, end } = reading();
  void jobs.add(['a'], ASKED);
  await expect.poll(() => batches.length).toBe(1);
  let isRead = false;
  const again = jobs.add(['a'], ASKED).then(() => {
    isRead = true;
  });
  await end();
  await expect.poll(() => batches.length).toBe(2);
  expect(isRead).toBe(false);
  await end();
  await again;
});

test('readings whose keys somebody follows stay alone, and what scans found waits', async () => {
  const { jobs, batches, end } = reading();
  const observed = { ...ASKED, onObserved: () => {} };
  const all = [
    jobs.add(['scanned'], SCANNED),
    jobs.add(['event'], observed),
    jobs.add(['a'], ASKED),
    jobs.add(['b'], ASKED),
  ];
  for (let n = 0; n < 3; n++) await end();
  await Promise.all(all);
  expect(batches).toEqual([['event'], ['a', 'b'], ['scanned']]);
});

test('a batch has 200 keys at most, and a long reading goes on in the next', async () => {
  const { jobs, batches, end } = reading();
  const all = [jobs.add(manyOf(150, 'a'), ASKED), jobs.add(manyOf(150, 'b'), ASKED), jobs.add(['c'], ASKED)];
  for (let n = 0; n < 2; n++) await end();
  await Promise.all(all);
  expect(batches.map(({ length }) => length)).toEqual([200, 101]);
});

test('each has its own keys of those that other nodes serve, and a failure is that of its batch', async () => {
  const { jobs, end, moved } = reading();
  moved.add('b');
  const [a, b] = [jobs.add(['a'], ASKED), jobs.add(['b'], ASKED)];
  await end();
  expect(await a).toEqual([]);
  expect(await b).toMatchObject([{ key: 'b' }]);
  const both = Promise.allSettled([jobs.add(['a'], ASKED), jobs.add(['b'], ASKED)]);
  await end(new Error('gone'));
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const after = jobs.add(['a'], ASKED);
  await end();
  expect(await after).toEqual([]);
});
