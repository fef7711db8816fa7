import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { compiled } from './compiled-locks';
import { type Acquire, type Contender, LEASE_MS } from './contender';
import { bare } from './libraries/bare';
import { ours } from './libraries/ours';
import { redisSemaphore } from './libraries/redis-semaphore';
import type { Part, PartOptions } from './part';
import { withServers } from './servers';
import { throughput } from './uncontended';

const { answerOf, identityOf, mutexChannelOf, runScript, scripts, unlimited, Watchdog } = await compiled<
  typeof import('./steps-source')
>('e2e/bench/client/steps-source.ts');

const COMMAND_TIMEOUT_MS = 5_000;
const identity = identityOf('bench', null);
const neverRings = { renew: async () => ({ held: true as const, deadlineMs: 0 }), stalled() {}, lost() {} };

function take(redis: Redis, key: string, token: string): Promise<'OK' | null> {
  return redis.set(key, token, 'PX', LEASE_MS, 'NX');
}

/** Each adds one thing to the step before it. */
const STEPS: { name: string; settings: string; lockOf(redis: Redis, key: string): Acquire }[] = [
  {
    name: 'release script of the mutex',
    settings: 'the bare loop; its release is the script of the mutex, which distinguishes the reasons',
    lockOf: (redis, key) => async () => {
      const token = randomUUID();
      if ((await take(redis, key, token)) !== 'OK') throw new Error(`${key} is held`);
      return () => redis.evalsha(scripts.releaseString.sha1, 1, key, token);
    },
  },
  {
    name: '+ message to waiters',
    settings: 'and the script gets the channel on which it wakes waiters',
    lockOf: (redis, key) => async () => {
      const token = randomUUID();
      if ((await take(redis, key, token)) !== 'OK') throw new Error(`${key} is held`);
      return () => redis.evalsha(scripts.releaseString.sha1, 1, key, token, mutexChannelOf(key));
    },
  },
  {
    name: '+ token that names its holder',
    settings: 'and the token names process and host',
    lockOf: (redis, key) => async () => {
      const token = identity.mutexToken();
      if ((await take(redis, key, token)) !== 'OK') throw new Error(`${key} is held`);
      return () => redis.evalsha(scripts.releaseString.sha1, 1, key, token, mutexChannelOf(key));
    },
  },
  {
    name: '+ NOSCRIPT and typed reply',
    settings: 'and the script is sent again where the server does not know it, and its reply is checked',
    lockOf: (redis, key) => async () => {
      const token = identity.mutexToken();
      if ((await take(redis, key, token)) !== 'OK') throw new Error(`${key} is held`);
      return () => runScript(redis, scripts.releaseString, [key], [token, mutexChannelOf(key)]);
    },
  },
  {
    name: '+ time limits',
    settings: 'and both commands have a time limit',
    lockOf: (redis, key) => async () => {
      const token = identity.mutexToken();
      const taken = await answerOf(unlimited(key), take(redis, key, token), COMMAND_TIMEOUT_MS);
      if (taken !== 'OK') throw new Error(`${key} is held`);
      return () => {
        const released = runScript(redis, scripts.releaseString, [key], [token, mutexChannelOf(key)]);
        return answerOf(unlimited(key), released, COMMAND_TIMEOUT_MS);
      };
    },
  },
  {
    name: '+ watchdog',
    settings: 'and an alarm for the next renewal, or the end of the lease',
    lockOf: (redis, key) => async () => {
      const token = identity.mutexToken();
      const sentMs = performance.now();
      const taken = await answerOf(unlimited(key), take(redis, key, token), COMMAND_TIMEOUT_MS);
      if (taken !== 'OK') throw new Error(`${key} is held`);
      const watchdog = new Watchdog(neverRings, LEASE_MS, sentMs + LEASE_MS, true);
      watchdog.start(performance.now());
      return () => {
        const released = runScript(redis, scripts.releaseString, [key], [token, mutexChannelOf(key)]);
        watchdog.stop();
        return answerOf(unlimited(key), released, COMMAND_TIMEOUT_MS);
      };
    },
  },
];

/** The bare loop, and what the mutex does more, one after the other. */
const contenders: Contender[] = [
  bare,
  ...STEPS.map(
    ({ name, settings, lockOf }): Contender => ({
      name,
      settings,
      kind: 'bare',
      pollMs: 0,
      async open([url = '']) {
        const redis = new Redis(url, { lazyConnect: true });
        await redis.connect();
        await redis.script('LOAD', scripts.releaseString.text);
        return { lockOf: (key) => lockOf(redis, key), redis, close: async () => redis.disconnect() };
      },
    }),
  ),
];

/** What each guarantee of the mutex costs: the bare loop with one more of them at a time, up to the mutex itself. */
export function steps(options: PartOptions): Promise<Part> {
  return withServers(1, async (urls) => {
    const mutexes = ours.filter(({ name }) => name.startsWith('ours: mutex'));
    const all = [...contenders, ...mutexes, redisSemaphore];
    const nobody = { contenders: [], least: 0 };
    const single = await throughput(urls, all, nobody, 1, options);
    const many = await throughput(urls, all, nobody, 32, options);
    return {
      title: `What each guarantee costs, leases of ${LEASE_MS} ms`,
      baseline: 'the bare loop, slice by slice',
      figures: [...single.figures, ...many.figures],
      requirements: [],
      notes: STEPS.map(({ name, settings }) => `${name}: ${settings}.`),
    };
  });
}
