import { randomUUID } from 'node:crypto';
import { channelOf } from '../../../lib/domain/keys/redisson-names';
import { until } from '../redis-server';
import { runCommand } from './stage';
import type { FindingStory, Stories } from './story';

/** How long a failover or a restart is told of, ms. */
export const TOLD_FOR_MS = 600_000;
const LEASE_MS = 60_000;

const nodeSilent: FindingStory = async ({ watched }) => {
  const { server } = await watched();
  await server.stop('SIGKILL');
  return () => server.start();
};

const evictableLocks: FindingStory = async ({ watched }) => {
  const { redis } = await watched(['--maxmemory', '100mb', '--maxmemory-policy', 'volatile-lru']);
  return ({ command }) => runCommand(redis, command);
};

const memoryNearlyFull: FindingStory = async ({ server, watch }) => {
  const own = await server();
  const redis = own.connect();
  await redis.setrange('filler', 20_000_000, 'x'); // sent whole it would fill the buffers of the connection as well
  const used = Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1]);
  await redis.config('SET', 'maxmemory', String(Math.ceil(used / 0.95)));
  await watch(own.server.url);
  return ({ command }) => runCommand(redis, command);
};

const noPersistence: FindingStory = async ({ watched, key }) => {
  const { redis } = await watched();
  await redis.set(key, randomUUID());
  return ({ command }) => runCommand(redis, command);
};

const restartedUnderLocks: FindingStory = async (stage) => {
  const { server, redis } = await stage.watched();
  await redis.set(stage.key, randomUUID(), 'PX', LEASE_MS);
  await until('the lock', () => stage.lock()?.state === 'held');
  await server.stop('SIGKILL');
  await until('it is away', () => stage.lock()?.state === 'unknown');
  await server.start();
  return () => stage.pass(TOLD_FOR_MS);
};

/** The line that would do instead of tracking stands in the evidence. */
const noNotifications: FindingStory = async (stage) => {
  const { server, connect } = await stage.server();
  const redis = connect();
  await redis.call('ACL', 'SETUSER', 'narrow', 'on', '>secret', '~*', '&*', '+@all', '-client|tracking');
  await stage.watch(`redis://narrow:secret@127.0.0.1:${server.port}`);
  return ({ evidence }) =>
    runCommand(redis, /"(CONFIG SET \S+ \S+)"/.exec(String(evidence[0]?.values.why))?.[1]);
};

const mixedPubsub: FindingStory = async ({ watched, key }) => {
  const { redis, connect } = await watched();
  await redis.multi().hset(key, `${randomUUID()}:1`, 1).pexpire(key, 600_000).exec();
  const [older, newer] = [connect(), connect()];
  await older.subscribe(channelOf(key));
  await newer.ssubscribe(channelOf(key));
  return () => older.disconnect();
};

/** The load ends; what was missed is over a minute later. */
const changesMissed: FindingStory = async ({ context, server, watch, pass }) => {
  const own = await server();
  const redis = own.connect();
  await watch({ url: own.server.url, commandsPerSecond: 100 });
  let goesOn = true;
  context.onTestFinished(() => {
    goesOn = false;
  });
  const load = (async () => {
    for (let i = 0; goesOn; i++) {
      await redis.set(`short:${i}:lock`, randomUUID(), 'PX', 5_000);
      await redis.del(`short:${i}:lock`);
    }
  })();
  return async () => {
    goesOn = false;
    await load;
    pass(90_000);
  };
};

/** They lapse by themselves. */
const latchesPileUp: FindingStory = async ({ server, watch }) => {
  const own = await server();
  const latches = own.connect().multi();
  for (let i = 0; i < 60; i++) latches.set(`redisson_unlock_latch:{order}:${i}`, 1, 'PX', 20_000);
  await latches.exec();
  await watch(own.server.url);
  return () => {};
};

export const ofServers = {
  'node-silent': nodeSilent,
  'evictable-locks': evictableLocks,
  'memory-nearly-full': memoryNearlyFull,
  'no-persistence': noPersistence,
  'restarted-under-locks': restartedUnderLocks,
  'no-notifications': noNotifications,
  'changes-missed': changesMissed,
  'mixed-pubsub': mixedPubsub,
  'latches-pile-up': latchesPileUp,
} satisfies Stories;
