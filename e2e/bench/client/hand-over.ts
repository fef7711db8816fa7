import { percentile } from '../../support/bench-report';
import type { Contender } from './contender';
import { libraries } from './contenders';
import { passAround } from './lane';
import { barePush } from './libraries/bare';
import { ours } from './libraries/ours';
import { type Limit, type Part, type PartOptions, type Requirement, requirement } from './part';
import { withServers } from './servers';

/** A library that looks this seldom is idle nearly all the time: those are measured side by side. */
const SLOW_POLL_MS = 100;
const FAST_SAMPLES = 60;
const SLOW_LANES = 8;
const SLOW_SAMPLES = 5;

export type HandOvers = Map<string, number[]>;

async function measure(urls: readonly string[], contender: Contender, waiters: number, round: number) {
  const slow = contender.pollMs >= SLOW_POLL_MS;
  const lanes = Array.from({ length: slow ? SLOW_LANES : 1 }, (_, lane) =>
    passAround({
      urls,
      contender,
      key: `bench:${contender.name}:${waiters}:${round}:${lane}`,
      participants: waiters + 1,
      samples: slow ? SLOW_SAMPLES : FAST_SAMPLES,
    }),
  );
  return (await Promise.all(lanes)).flat();
}

/** Times of all hand-overs in ms, by name of the contender; one round more than counts warms up. */
export async function handOvers(
  urls: readonly string[],
  contenders: readonly Contender[],
  waiters: number,
  rounds: number,
): Promise<HandOvers> {
  const times: HandOvers = new Map(contenders.map(({ name }) => [name, []]));
  const run = async (contender: Contender, round: number) => {
    const found = await measure(urls, contender, waiters, round);
    if (round > 0) times.get(contender.name)?.push(...found);
  };
  for (let round = 0; round <= rounds; round++) {
    for (const contender of contenders) if (contender.pollMs < SLOW_POLL_MS) await run(contender, round);
    await Promise.all(
      contenders.filter(({ pollMs }) => pollMs >= SLOW_POLL_MS).map((slow) => run(slow, round)),
    );
  }
  return times;
}

export function handOverFigures(title: string, times: HandOvers): Part['figures'] {
  const base = times.get(barePush.name);
  return [...times].flatMap(([name, values]) =>
    [0.5, 0.95, 0.99].map((p) => ({
      name: `${title}: ${name}, p${p * 100} of ${values.length}`,
      value: percentile(values, p),
      unit: 'ms',
      ...(base && { ratio: percentile(values, p) / percentile(base, p) }),
    })),
  );
}

/** `lead`: what the best library's p50 must be to ours. */
export function handOverRequirements(
  title: string,
  times: HandOvers,
  judged: readonly Contender[],
  lead: Limit,
): Requirement[] {
  const best = Math.min(...libraries.map(({ name }) => percentile(times.get(name) ?? [], 0.5)));
  return judged.flatMap(({ name }) => {
    const values = times.get(name) ?? [];
    const p50 = percentile(values, 0.5);
    return [
      requirement(`${title}: ${name}, p50`, p50, { atMost: 1 }, 'ms'),
      requirement(`${title}: ${name}, p95`, percentile(values, 0.95), { atMost: 5 }, 'ms'),
      requirement(`${title}: ${name}, p50 of the best library to ours`, best / p50, lead, '×'),
    ];
  });
}

/** From the call of `release` in one process to the end of `acquire` in another, with 1 and with 10 waiting. */
export function handOver({ rounds }: PartOptions): Promise<Part> {
  return withServers(1, async (urls) => {
    const judged = ours.filter(({ name }) => name !== 'ours: mutex acquire'); // waits just as `ours: mutex`
    const contenders = [barePush, ...judged, ...libraries];
    const part: Part = {
      title: 'Contended hand-over',
      baseline: 'the bare push',
      figures: [],
      requirements: [],
      notes: [
        'Every holder and waiter has connections of its own; who released waits again, so that the number of waiters stays.',
        'A waiter waits when it was answered "held" after it began (ours: and is subscribed, by onWaiting).',
        'A holder then keeps the lock for a random time of up to two poll intervals, so that no poll is in step with it.',
        `Libraries that poll every ${SLOW_POLL_MS} ms or slower run side by side, ${SLOW_LANES} locks each.`,
        'Polls of one process fall into step: where 10 wait, libraries that poll look slower than in 10 processes.',
        'All hand-overs of all rounds count; × is against the bare push.',
      ],
    };
    for (const waiters of [1, 10]) {
      const title = `${waiters} waiting`;
      const times = await handOvers(urls, contenders, waiters, rounds);
      part.figures.push(...handOverFigures(title, times));
      part.requirements.push(
        ...handOverRequirements(title, times, judged, waiters === 1 ? { atLeast: 3 } : { above: 1 }),
      );
    }
    return part;
  });
}
