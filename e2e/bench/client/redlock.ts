import { percentile } from '../../support/bench-report';
import { type Contender, LEASE_MS } from './contender';
import { libraries } from './contenders';
import { handOverFigures, handOverRequirements, handOvers } from './hand-over';
import { bare } from './libraries/bare';
import { NODE_TIMEOUT_MS, oursRedlock, oursRedlockStrict } from './libraries/ours';
import { type Part, type PartOptions, requirement } from './part';
import { withServers } from './servers';
import { throughput, throughputOverSets } from './uncontended';
import { crowdFigures, crowdRequirements, crowdSent, crowdsOf } from './waiters';

const NODES = 5;
/** Of servers, one after the other, where a lone acquisition is measured. */
const SETS = 4;
const WORKERS = 4;
const ACQUISITIONS = 10;
const GIVE_UP_MS = 6_000;
/** Nobody starts to acquire later than this after the server hung. */
const LAST_START_MS = 4_000;
/** What a busy machine may add to the time limit of a node. */
const SLACK_MS = 25;

type Hung = { times: number[]; unfinished: number };

/** Null when `promise` takes longer than `ms`; it goes on then. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  promise.catch(() => {}); // what is left of it ends with its servers
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Times of acquisitions while the last node accepts commands and never answers, ms; what does not end counts apart. */
async function acquireWithOneHung(contender: Contender): Promise<Hung> {
  return withServers(NODES, async (urls, servers) => {
    const client = await contender.open(urls);
    const times: number[] = [];
    let unfinished = 0;
    try {
      for (let i = 0; i < ACQUISITIONS; i++) await (await client.lockOf('bench:warm-up')())();
      servers.at(-1)?.freeze();
      const lastStartAt = performance.now() + LAST_START_MS;
      const worker = async (worker: number) => {
        for (let i = 0; i < ACQUISITIONS && performance.now() < lastStartAt; i++) {
          const startedAt = performance.now();
          const release = await within(GIVE_UP_MS, client.lockOf(`bench:hung:${worker}:${i}`)());
          if (!release) return void unfinished++;
          times.push(performance.now() - startedAt);
          release().catch(() => {}); // only acquisitions are measured
        }
      };
      await Promise.all(Array.from({ length: WORKERS }, (_, i) => worker(i)));
    } finally {
      servers.at(-1)?.thaw();
      await client.close();
    }
    return { times, unfinished };
  });
}

async function hungPart(contenders: readonly Contender[]): Promise<Pick<Part, 'figures' | 'requirements'>> {
  const found = new Map<string, Hung>();
  for (const contender of contenders) found.set(contender.name, await acquireWithOneHung(contender));
  return {
    figures: [...found].flatMap(([name, { times, unfinished }]) => [
      ...[0.5, 0.95].flatMap((p) =>
        times.length === 0
          ? []
          : [
              {
                name: `one hung: ${name}, p${p * 100} of ${times.length}`,
                value: percentile(times, p),
                unit: 'ms',
              },
            ],
      ),
      {
        name: `one hung: ${name}, not acquired within ${GIVE_UP_MS} ms`,
        value: unfinished,
        unit: 'acquisitions',
      },
    ]),
    requirements: oursRedlockStrict.map(({ name }) => {
      const { times = [], unfinished = 0 } = found.get(name) ?? {};
      const p95 = unfinished > 0 ? GIVE_UP_MS : percentile(times, 0.95);
      return requirement(`one hung: ${name}, p95`, p95, { atMost: NODE_TIMEOUT_MS + SLACK_MS }, 'ms');
    }),
  };
}

/** Locks with a quorum over 5 servers: throughput, hand-over, waiters, and one server that hangs. */
export async function redlock(options: PartOptions): Promise<Part> {
  const contenders = [...oursRedlock, ...libraries];
  const single = await throughputOverSets(
    { sets: SETS, servers: NODES },
    [bare, ...contenders],
    { contenders: oursRedlock, least: 0.9 },
    1,
    options,
  );
  const part = await withServers(NODES, async (urls) => {
    const many = await throughput(
      urls,
      [bare, ...contenders],
      { contenders: oursRedlock, least: 0.85 },
      32,
      options,
    );
    const passed = await handOvers(urls, contenders, 1, options.rounds);
    return {
      figures: [...single.figures, ...many.figures, ...handOverFigures('hand-over, 1 waiting', passed)],
      requirements: [
        ...single.requirements,
        ...many.requirements,
        ...handOverRequirements('hand-over, 1 waiting', passed, oursRedlock, { atLeast: 3 }),
      ],
    };
  });
  const sent = await crowdSent(crowdsOf(contenders), NODES);
  const hung = await hungPart([...oursRedlockStrict, ...libraries]);
  return {
    title: `Redlock over ${NODES} servers, leases of ${LEASE_MS} ms`,
    baseline: 'the bare loop on all servers, slice by slice',
    figures: [...part.figures, ...crowdFigures(sent), ...hung.figures],
    requirements: [...part.requirements, ...crowdRequirements(sent, oursRedlock), ...hung.requirements],
    notes: [
      oursRedlock.length === 0
        ? 'The client has no createRedlock yet: only the libraries were measured.'
        : '',
      `With one server hung (SIGSTOP), ${WORKERS} workers acquire ${ACQUISITIONS} times each on keys of their own; our nodeTimeoutMs is as shipped.`,
    ].filter(Boolean),
  };
}
