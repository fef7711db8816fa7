import { type Contender, LEASE_MS, type Opened } from './contender';
import { libraries } from './contenders';
import { bare } from './libraries/bare';
import { ours } from './libraries/ours';
import { median, type Part, type PartOptions, type Requirement, requirement } from './part';
import { interleaved, ratios } from './rounds';
import { withServers } from './servers';

/** Short, and many: the machine changes its pace from one second to the next, and both sides of a ratio must see the same. */
const SLICE_MS = 60;
const SLICES_PER_ROUND = 8;
const WARM_UP_CYCLES = 300;

/** `cpuUs` = what this process used of the processor for one cycle. */
export type Slice = { cycles: number; perSecond: number; cpuUs: number };

/** Cycles of acquire and release, `concurrency` workers on a key each, for one slice of time. */
export async function cycle(opened: Opened, name: string, concurrency: number): Promise<Slice> {
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  const endAt = startedAt + SLICE_MS;
  let cycles = 0;
  const work = async (_: unknown, worker: number) => {
    const acquire = opened.lockOf(`bench:${name}:${worker}`);
    while (performance.now() < endAt) {
      const release = await acquire();
      await release();
      cycles++;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    cycles,
    perSecond: (cycles / (performance.now() - startedAt)) * 1000,
    cpuUs: (user + system) / Math.max(cycles, 1),
  };
}

export async function warmUp(opened: Opened, name: string): Promise<void> {
  const acquire = opened.lockOf(`bench:${name}:warm-up`);
  for (let i = 0; i < WARM_UP_CYCLES; i++) await (await acquire())();
}

const titleOf = (concurrency: number) => `${concurrency} at once`;

/** Contenders with requirements; `least` = what they must reach of the rate of the bare loop. */
export type Judged = { contenders: Contender[]; least: number };

function requirementsOf(
  concurrency: number,
  rates: Map<string, number[]>,
  { contenders, least }: Judged,
): Requirement[] {
  const title = titleOf(concurrency);
  const bareRates = rates.get(bare.name);
  return contenders.flatMap(({ name }) => {
    const own = rates.get(name);
    return [
      requirement(
        `${title}: ${name} against the bare loop`,
        median(ratios(own, bareRates)),
        { atLeast: least },
        '×',
      ),
      ...libraries.map((library) => {
        const against = ratios(own, rates.get(library.name));
        return requirement(`${title}: ${name} against ${library.name}`, median(against), { above: 1 }, '×');
      }),
    ];
  });
}

/** By name, slice by slice. */
type Slices = Map<string, Slice[]>;

/** Slices of `contenders` in turns, on locks nobody else wants. */
async function slicesOf(
  urls: readonly string[],
  contenders: readonly Contender[],
  concurrency: number,
  { rounds }: PartOptions,
): Promise<Slices> {
  const opened = await Promise.all(
    contenders.map(async (contender) => ({ contender, client: await contender.open(urls) })),
  );
  try {
    for (const { contender, client } of opened) await warmUp(client, contender.name);
    return await interleaved(
      rounds * SLICES_PER_ROUND,
      opened.map(({ contender: { name }, client }) => ({
        name,
        run: () => cycle(client, name, concurrency),
      })),
    );
  } finally {
    for (const { client } of opened) await client.close();
  }
}

/** Throughput of `contenders`; `judged` are those with requirements. */
export async function throughput(
  urls: readonly string[],
  contenders: readonly Contender[],
  judged: Judged,
  concurrency: number,
  options: PartOptions,
): Promise<Pick<Part, 'figures' | 'requirements'>> {
  return figuresOf(await slicesOf(urls, contenders, concurrency, options), judged, concurrency);
}

/**
 * The same over several sets of servers, one after the other: which processor the kernel gives a server decides as much
 * as the client, and it stays with it.
 */
export async function throughputOverSets(
  { sets, servers }: { sets: number; servers: number },
  contenders: readonly Contender[],
  judged: Judged,
  concurrency: number,
  options: PartOptions,
): Promise<Pick<Part, 'figures' | 'requirements'>> {
  const all: Slices = new Map();
  for (let set = 0; set < sets; set++) {
    const slices = await withServers(servers, (urls) => slicesOf(urls, contenders, concurrency, options));
    for (const [name, more] of slices) all.set(name, [...(all.get(name) ?? []), ...more]);
  }
  return figuresOf(all, judged, concurrency);
}

function figuresOf(
  slices: Slices,
  judged: Judged,
  concurrency: number,
): Pick<Part, 'figures' | 'requirements'> {
  const rates = new Map([...slices].map(([name, all]) => [name, all.map(({ perSecond }) => perSecond)]));
  const cpu = new Map([...slices].map(([name, all]) => [name, all.map(({ cpuUs }) => cpuUs)]));
  const title = titleOf(concurrency);
  return {
    figures: [
      ...[...rates].map(([name, values]) => ({
        name: `${title}: ${name}`,
        value: median(values),
        unit: '1/s',
        ratio: median(ratios(values, rates.get(bare.name))),
      })),
      ...[bare, ...judged.contenders].map(({ name }) => ({
        name: `${title}, processor time a cycle: ${name}`,
        value: median(cpu.get(name) ?? []),
        unit: 'µs',
        ratio: median(ratios(cpu.get(name), cpu.get(bare.name))),
      })),
    ],
    requirements: requirementsOf(concurrency, rates, judged),
  };
}

/** Acquire and release of free locks, one after another and by 32 workers at once. */
export function uncontended(options: PartOptions): Promise<Part> {
  return withServers(1, async (urls) => {
    const judged = ours.filter(({ name }) => name.startsWith('ours: mutex'));
    const contenders = [bare, ...ours, ...libraries];
    const single = await throughput(urls, contenders, { contenders: judged, least: 0.95 }, 1, options);
    const many = await throughput(urls, contenders, { contenders: judged, least: 0.92 }, 32, options);
    return {
      title: `Uncontended acquire and release, leases of ${LEASE_MS} ms`,
      baseline: 'the bare loop, slice by slice',
      figures: [...single.figures, ...many.figures],
      requirements: [...single.requirements, ...many.requirements],
      notes: [
        `Median of ${options.rounds * SLICES_PER_ROUND} slices of ${SLICE_MS} ms each, in turns; × is against the bare loop beside it.`,
        'One at a time is slow or fast as the kernel puts client and server on two cores or on one; compare the ratios.',
        'Our client runs as it is shipped, compiled.',
      ],
    };
  });
}
