import { createHash, randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { type Contender, LEASE_MS } from '../contender';
import { connectNodes } from '../nodes';

const RELEASE =
  "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";
const RELEASE_SHA1 = createHash('sha1').update(RELEASE).digest('hex');

/** The least that a lock can be: SET NX PX with a random token, and a script that compares and deletes. */
export const bare: Contender = {
  name: 'bare loop',
  settings:
    'SET key randomUUID() PX 30000 NX, then EVALSHA compare-and-delete; on several nodes all at once, all awaited',
  kind: 'bare',
  pollMs: 0,
  async open(urls) {
    const nodes = await connectNodes(urls);
    await Promise.all(nodes.clients.map((redis) => redis.script('LOAD', RELEASE)));
    return {
      lockOf: (key) => (urls.length === 1 ? lockOnOne(nodes.one, key) : lockOnAll(nodes.clients, key)),
      redis: nodes.one,
      close: async () => nodes.disconnect(),
    };
  },
};

function lockOnOne(redis: Redis, key: string, release = RELEASE_SHA1) {
  return async () => {
    const token = randomUUID();
    if ((await redis.set(key, token, 'PX', LEASE_MS, 'NX')) !== 'OK') throw new Error(`${key} is held`);
    return () => redis.evalsha(release, 1, key, token);
  };
}

function lockOnAll(clients: readonly Redis[], key: string) {
  return async () => {
    const token = randomUUID();
    const replies = await Promise.all(clients.map((redis) => redis.set(key, token, 'PX', LEASE_MS, 'NX')));
    if (replies.some((reply) => reply !== 'OK')) throw new Error(`${key} is held`);
    return () => Promise.all(clients.map((redis) => redis.evalsha(RELEASE_SHA1, 1, key, token)));
  };
}

const RELEASE_AND_PUBLISH =
  "if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end " +
  "redis.call('del', KEYS[1]) redis.call('publish', KEYS[1], '') return 1";
const RELEASE_AND_PUBLISH_SHA1 = createHash('sha1').update(RELEASE_AND_PUBLISH).digest('hex');

/** The bare loop whose release publishes too: here nobody is subscribed. */
export const barePublishing: Contender = {
  name: 'bare loop that publishes',
  settings: 'as the bare loop; the release script publishes too, and nobody is subscribed',
  kind: 'bare',
  pollMs: 0,
  async open([url = '']) {
    const redis = new Redis(url);
    await redis.script('LOAD', RELEASE_AND_PUBLISH);
    return {
      lockOf: (key) => lockOnOne(redis, key, RELEASE_AND_PUBLISH_SHA1),
      redis,
      close: async () => redis.disconnect(),
    };
  },
};

/** The least that a hand-over can be: the release publishes, and who is subscribed sends SET NX at each message. */
export const barePush: Contender = {
  name: 'bare push',
  settings:
    'as the bare loop; the release script publishes, a waiter is subscribed and sends SET NX at each message',
  kind: 'bare',
  pollMs: 0,
  async open([url = '']) {
    const [redis, subscriber] = [new Redis(url), new Redis(url)];
    await redis.script('LOAD', RELEASE_AND_PUBLISH);
    let wake: (() => void) | null = null;
    subscriber.on('message', () => wake?.());
    return {
      lockOf: (key) => async (waiting) => {
        const token = randomUUID();
        await subscriber.subscribe(key);
        let told = false;
        for (;;) {
          const message = new Promise<void>((resolve) => {
            wake = resolve;
          });
          if ((await redis.set(key, token, 'PX', LEASE_MS, 'NX')) === 'OK') break;
          if (!told) waiting?.();
          told = true;
          await message;
        }
        return () => redis.evalsha(RELEASE_AND_PUBLISH_SHA1, 1, key, token);
      },
      async close() {
        redis.disconnect();
        subscriber.disconnect();
      },
    };
  },
};
