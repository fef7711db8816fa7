import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { seeded } from '../../lib/domain/values/seeded';
import { type Thread, takeNested, takeTogether } from './taking-turns';

/** Two processes, each with its connection and a thread. */
async function withTwo(url: string, work: (threads: [Thread, Thread]) => Promise<void>): Promise<void> {
  const threads = [47, 48].map((thread): Thread => {
    return { redis: new Redis(url), token: `${randomUUID()}:${thread}` };
  }) as [Thread, Thread];
  try {
    await work(threads);
  } finally {
    for (const { redis } of threads) redis.disconnect();
  }
}

/** Rounds, and how long each step of one takes, ms. */
function drawn(seed: number) {
  const random = seeded(seed);
  const between = (least: number, most: number) => Math.round(least + (most - least) * random());
  return { random, rounds: between(4, 6), workMs: () => between(180, 350), between };
}

/** One takes A and then B, the other B and then A, in turn: they never meet. */
export async function contraryOrders(url: string, name: string, seed: number): Promise<void> {
  const { rounds, workMs, random } = drawn(seed);
  const keys = [`${name}-order:lock`, `${name}-stock:lock`];
  await withTwo(url, async ([one, other]) => {
    for (let round = 0; round < rounds; round++) {
      const turns = [
        () => takeNested(one, keys, workMs()),
        () => takeNested(other, [...keys].reverse(), workMs()),
      ];
      for (const turn of random() < 0.5 ? turns : turns.reverse()) await turn();
    }
  });
}

/** Both take two accounts of some, always in the order of their numbers. */
export async function oneOrder(url: string, name: string, seed: number): Promise<void> {
  const { rounds, workMs, between } = drawn(seed);
  await withTwo(url, async (threads) => {
    for (let round = 0; round < 2 * rounds; round++) {
      const first = between(1, 3);
      const numbers = [first, between(first + 1, 4)];
      const thread = threads[between(0, 1)];
      if (thread)
        await takeNested(
          thread,
          numbers.map((nth) => `${name}-account:${nth}:lock`),
          workMs(),
        );
    }
  });
}

/** Both take the same three locks together, in contrary lists. */
export async function multiLocks(url: string, name: string, seed: number): Promise<void> {
  const { rounds, workMs, random } = drawn(seed);
  const keys = ['a', 'b', 'c'].map((each) => `${name}-${each}:lock`);
  await withTwo(url, async ([one, other]) => {
    for (let round = 0; round < 2 * rounds; round++) {
      const forth = random() < 0.5;
      await takeTogether(forth ? one : other, forth ? keys : [...keys].reverse(), workMs());
    }
  });
}
