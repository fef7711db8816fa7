import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { percentile } from './bench-report';
import type { FromCounter, Seen } from './counter-process';
import { startRedisServer, until } from './redis-server';

const KEYS = 100_000;
const LEASE_MS = 60_000;
/** Holds last from 5 ms to 5 s, spread evenly over the powers between. */
const [SHORTEST_MS, LONGEST_MS] = [5, 5_000];
/** Share of the tries on a key that somebody has. */
const CONTENDED = 0.2;
const LIMIT_MS = 60_000;

export type LoadOptions = {
  /** Acquisitions a second. */
  rate: number;
  seconds: number;
  /** Value of `notify-keyspace-events`. */
  flags: string;
};

/** What happened, and what a console counted of it. */
export type CountedLoad = {
  acquired: number;
  released: number;
  seen: Seen;
  /** Of what happened: hold times as the holder saw them, ms. */
  hold: { p50: number; p99: number };
  /** As counted, ms. */
  countedHold: { p50: number; p99: number; count: number };
  /** Commands that the console caused, for each acquisition or release. */
  commandsPerChange: number;
  /** Share of a core that the console used. */
  core: number;
  rssMiB: number;
  /** From the acquisition of a lock that stays held until it was listed, ms. */
  listedAfterMs: number;
};

/** Runs the load against a Redis of its own, with a console in another process. */
export async function countedLoad(options: LoadOptions): Promise<CountedLoad> {
  const server = await startRedisServer(['--notify-keyspace-events', options.flags]);
  const redis = new Redis(server.url, { enableAutoPipelining: true });
  const console = startCounter(server.url);
  try {
    await until('the console is ready', async () => {
      const { coverage } = await console.ask();
      return coverage?.contents === 1 && (options.flags === '' || coverage.countedBy === 'events');
    });
    const before = { seen: await console.ask(), commands: await commandsOf(redis) };
    const startedAt = performance.now();
    const happened = await drive(redis, console, options);
    const seconds = (performance.now() - startedAt) / 1_000;
    const isCounted = ({ figures }: Seen) => figures.releases >= happened.releases.length;
    if (options.flags !== '')
      await until('all are counted', async () => isCounted(await console.ask()), 10_000).catch(() => {});
    const seen = await console.ask();
    const commands = (await commandsOf(redis)) - before.commands - happened.commands;
    const changes = happened.acquired + happened.releases.length;
    const counted = seen.heldMs;
    return {
      acquired: happened.acquired,
      released: happened.releases.length,
      seen,
      hold: { p50: percentile(happened.releases, 0.5), p99: percentile(happened.releases, 0.99) },
      countedHold: {
        ...{ p50: percentile(counted, 0.5), p99: percentile(counted, 0.99), count: counted.length },
      },
      commandsPerChange: commands / changes,
      core: (seen.cpuMs - before.seen.cpuMs) / (seconds * 1_000),
      rssMiB: seen.rss / 2 ** 20,
      listedAfterMs: happened.listedAfterMs,
    };
  } finally {
    redis.disconnect();
    await console.stop();
    await server.close();
  }
}

type Console = ReturnType<typeof startCounter>;

function startCounter(url: string) {
  const script = fileURLToPath(new URL('./counter-process.ts', import.meta.url));
  const child: ChildProcess = fork(script, [url], { execArgv: ['--import', 'tsx'] });
  const listed = new Map<string, number>();
  child.on('message', (message: FromCounter) => {
    if (message.is === 'listed') listed.set(message.key, message.atMs);
  });
  return {
    listed,
    ask(): Promise<Seen> {
      const answer = new Promise<Seen>((resolve) => {
        const receive = (message: FromCounter) => {
          if (message.is !== 'seen') return;
          child.off('message', receive);
          resolve(message.seen);
        };
        child.on('message', receive);
      });
      child.send('seen');
      return answer;
    },
    async stop() {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}

async function commandsOf(redis: Redis): Promise<number> {
  return Number(/^total_commands_processed:(\d+)/m.exec(await redis.info('stats'))?.[1]);
}

/** Takes locks at the rate and gives each back after its time; resolves when none is held. */
async function drive(redis: Redis, console: Console, { rate, seconds }: LoadOptions) {
  const held = new Set<string>();
  const releases: number[] = [];
  let [acquired, commands, sent, stuckAtMs, nextBusy] = [0, 0, 0, 0, 0];
  const busy: string[] = [];
  const stuck = `bench:stuck:${randomUUID()}:lock`;
  const pending = new Set<Promise<void>>();

  async function hold(key: string, ms: number): Promise<void> {
    const sentAt = performance.now();
    commands += 1;
    const got = await redis.set(key, randomUUID(), 'PX', LEASE_MS, 'NX');
    if (got === null) return;
    const gotAt = performance.now();
    acquired += 1;
    held.add(key);
    busy.push(key);
    await new Promise((resolve) => setTimeout(resolve, ms));
    held.delete(key);
    commands += 1;
    const releasedAt = performance.now();
    await redis.del(key);
    // Redis did each between its sending and its answer.
    releases.push((releasedAt + performance.now()) / 2 - (sentAt + gotAt) / 2);
  }

  function follow(work: Promise<void>): void {
    pending.add(work);
    void work.finally(() => pending.delete(work));
  }

  const startedAt = performance.now();
  for (let past = 0; past < seconds * 1_000; past = performance.now() - startedAt) {
    for (; sent < (past / 1_000) * rate; sent++) {
      const key = `bench:order:${Math.floor(Math.random() * KEYS)}:lock`;
      if (!held.has(key)) follow(hold(key, SHORTEST_MS * (LONGEST_MS / SHORTEST_MS) ** Math.random()));
      while (nextBusy < busy.length && !held.has(busy[nextBusy] ?? '')) nextBusy += 1;
      const contended = busy[nextBusy];
      if (contended !== undefined && Math.random() < CONTENDED) {
        commands += 1;
        follow(redis.set(contended, 'busy', 'PX', LEASE_MS, 'NX').then(() => {}));
      }
    }
    if (stuckAtMs === 0 && past > seconds * 500) {
      commands += 1;
      await redis.set(stuck, randomUUID(), 'PX', 600_000, 'NX');
      stuckAtMs = Date.now();
      acquired += 1;
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(pending);
  const listedMs = await until('the stuck lock is listed', () => console.listed.get(stuck), LIMIT_MS);
  return { acquired, releases, commands, listedAfterMs: listedMs - stuckAtMs };
}
