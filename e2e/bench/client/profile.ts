import { Session } from 'node:inspector/promises';
import { Redis } from 'ioredis';
import { type Contender, LEASE_MS, type Opened } from './contender';
import { bare, barePublishing } from './libraries/bare';
import { ours } from './libraries/ours';
import { redisSemaphore } from './libraries/redis-semaphore';
import { median, type Part, type PartOptions } from './part';
import { interleaved, ratios } from './rounds';
import { withServers } from './servers';
import { cycle, type Slice, warmUp } from './uncontended';

const SLICES_PER_ROUND = 8;
const SAMPLE_US = 100;

/** Whose code a sample was in, by the file that it stood in. */
const ORIGINS = [
  'the lock and the loop',
  'ioredis',
  'Node',
  'garbage collection',
  'writing to the socket',
  'promises and other native code',
  'waiting for an answer',
] as const;
type Origin = (typeof ORIGINS)[number];

/** Node's own names of the call that hands bytes to the kernel. */
const WRITES = ['writeUtf8String', 'writeLatin1String', 'writeBuffer', 'writev'];

function originOf(functionName: string, url: string): Origin {
  if (functionName === '(idle)') return 'waiting for an answer';
  if (WRITES.includes(functionName)) return 'writing to the socket';
  if (functionName === '(garbage collector)') return 'garbage collection';
  if (url.startsWith('node:')) return 'Node';
  if (/node_modules\/(ioredis|redis-parser|@ioredis|standard-as-callback|denque)/.test(url)) return 'ioredis';
  return url === '' ? 'promises and other native code' : 'the lock and the loop';
}

type Profiled = Slice & { serverUs: number; usOf: Map<Origin, number> };

/** One slice, with what the server and this process spent on a cycle of it, µs. */
async function profiled(
  session: Session,
  info: Redis,
  opened: Opened,
  { name, concurrency }: { name: string; concurrency: number },
): Promise<Profiled> {
  await info.config('RESETSTAT');
  await session.post('Profiler.start');
  const slice = await cycle(opened, name, concurrency);
  const { profile } = await session.post('Profiler.stop');
  const origins = new Map(
    profile.nodes.map(({ id, callFrame: { functionName, url } }) => [id, originOf(functionName, url)]),
  );
  const usOf = new Map<Origin, number>();
  for (const [at, id] of (profile.samples ?? []).entries()) {
    const origin = origins.get(id) ?? 'promises and other native code';
    usOf.set(origin, (usOf.get(origin) ?? 0) + (profile.timeDeltas?.[at] ?? 0) / slice.cycles);
  }
  return { ...slice, usOf, serverUs: (await usageOf(info)) / slice.cycles };
}

/** What the commands of locks took on the server since it was last set to 0, µs: those of a script are in its own. */
async function usageOf(info: Redis): Promise<number> {
  const stats = await info.info('commandstats');
  const used = [...stats.matchAll(/^cmdstat_(?:set|eval|evalsha):calls=\d+,usec=(\d+)/gm)];
  return used.reduce((sum, [, us]) => sum + Number(us), 0);
}

async function at(
  urls: readonly string[],
  contenders: readonly Contender[],
  concurrency: number,
  { rounds }: PartOptions,
): Promise<Part['figures']> {
  const session = new Session();
  session.connect();
  const info = new Redis(urls[0] ?? '');
  const opened = await Promise.all(
    contenders.map(async ({ name, open }) => ({ name, client: await open(urls) })),
  );
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_US });
    for (const { name, client } of opened) await warmUp(client, name);
    const found = await interleaved(
      rounds * SLICES_PER_ROUND,
      opened.map(({ name, client }) => ({
        name,
        run: () => profiled(session, info, client, { name, concurrency }),
      })),
    );
    const [least] = contenders;
    const baseline = found.get(least?.name ?? '') ?? [];
    return [...found].flatMap(([name, slices]) => {
      const title = `${concurrency} at once, ${name}`;
      const rates = ratios(
        slices.map(({ perSecond }) => perSecond),
        baseline.map(({ perSecond }) => perSecond),
      );
      const of = (what: string, us: (slice: Profiled) => number) => ({
        name: `${title}: ${what}`,
        value: median(slices.map(us)),
        unit: 'µs',
        ratio: median(ratios(slices.map(us), baseline.map(us))),
      });
      return [
        {
          name: `${title}: cycles`,
          value: median(slices.map(({ perSecond }) => perSecond)),
          unit: '1/s',
          ratio: median(rates),
        },
        of('on the server', ({ serverUs }) => serverUs),
        ...ORIGINS.map((origin) => of(origin, ({ usOf }) => usOf.get(origin) ?? 0)),
      ];
    });
  } finally {
    session.disconnect();
    info.disconnect();
    for (const { client } of opened) await client.close();
  }
}

/** Where a cycle of acquire and release goes: what the server takes for it, and whose code runs in this process. */
export function profile(options: PartOptions): Promise<Part> {
  return withServers(1, async (urls) => {
    const mutexes = ours.filter(({ name }) => name.startsWith('ours: mutex'));
    const contenders = [bare, barePublishing, ...mutexes, redisSemaphore];
    return {
      title: `Where a cycle goes, leases of ${LEASE_MS} ms`,
      baseline: 'the bare loop, slice by slice',
      figures: [...(await at(urls, contenders, 1, options)), ...(await at(urls, contenders, 32, options))],
      requirements: [],
      notes: [
        'µs of one cycle; "on the server" from INFO commandstats, the others from samples of this process by file.',
        'Sampling slows all of them; the ratios are of one run. What has no file is native code and promises.',
      ],
    };
  });
}
