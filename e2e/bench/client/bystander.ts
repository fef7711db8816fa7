import type { Redis } from 'ioredis';
import type { Opened } from './contender';
import { bare } from './libraries/bare';
import { ours } from './libraries/ours';
import { median, type Part, type PartOptions, requirement } from './part';
import { interleaved, ratios } from './rounds';
import { withServers } from './servers';

const SLICE_MS = 60;
const SLICES_PER_ROUND = 8;
/** Acquisitions that the application's command goes behind. */
const AHEAD = 2;

/** Median time of a GET that the application sends right behind two acquisitions on the same connection, ms. */
async function slice(opened: Opened, redis: Redis, name: string): Promise<number> {
  const acquires = Array.from({ length: AHEAD }, (_, n) => opened.lockOf(`bench:${name}:bystander:${n}`));
  const times: number[] = [];
  const endAt = performance.now() + SLICE_MS;
  while (performance.now() < endAt) {
    const taken = acquires.map((acquire) => acquire());
    const sentAt = performance.now();
    await redis.get('bench:bystander');
    times.push(performance.now() - sentAt);
    for (const release of await Promise.all(taken)) await release();
  }
  return median(times);
}

/** What our locks add to the time of a command that is not theirs, on the connection that they share with it. */
export function bystander({ rounds }: PartOptions): Promise<Part> {
  return withServers(1, async (urls) => {
    const judged = ours.filter(({ name }) => name.startsWith('ours: mutex'));
    const opened = await Promise.all(
      [bare, ...judged].map(async ({ name, open }) => ({ name, client: await open(urls) })),
    );
    try {
      const found = await interleaved(
        rounds * SLICES_PER_ROUND,
        opened.map(({ name, client }) => ({
          name,
          run: () => {
            if (!client.redis) throw new Error(`${name} must name its connection`);
            return slice(client, client.redis, name);
          },
        })),
      );
      const ratioOf = (name: string) => median(ratios(found.get(name), found.get(bare.name)));
      return {
        title: 'A bystander: a GET of the application on the same connection',
        baseline: 'the bare loop, slice by slice',
        figures: [...found].map(([name, values]) => ({
          name: `behind ${AHEAD} acquisitions: ${name}, p50`,
          value: median(values),
          unit: 'ms',
          ratio: ratioOf(name),
        })),
        requirements: judged.map(({ name }) =>
          requirement(
            `GET behind ${name}, p50 to that behind the bare loop`,
            ratioOf(name),
            { atMost: 1.05 },
            '×',
          ),
        ),
        notes: [`Median of ${rounds * SLICES_PER_ROUND} slices of ${SLICE_MS} ms each, in turns.`],
      };
    } finally {
      for (const { client } of opened) await client.close();
    }
  });
}
