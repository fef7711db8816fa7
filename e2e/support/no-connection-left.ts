import { Redis } from 'ioredis';
import { afterAll } from 'vitest';
import { until } from './redis-server';

/*
 * Set up for each file that shares its process with others: it fails one that leaves a connection behind, of its
 * tests or of the product. It would go on in the files that follow, and reach whichever server has its port by then.
 */
const opened = new Set<Redis>();
const connect = Redis.prototype.connect;
Redis.prototype.connect = function (this: Redis, ...given) {
  opened.add(this);
  return connect.apply(this, given);
};

/** What asks a sentinel or a seed of a cluster ends by itself once it was answered or refused, within the time to connect. */
const ENDING_MS = 15_000;

afterAll(async () => {
  Redis.prototype.connect = connect;
  await until('every connection ends', () => leftOpen().length === 0, ENDING_MS).catch(() => {});
  const left = leftOpen();
  for (const redis of left) redis.disconnect();
  const places = left.map(
    ({ options, status }) => `${options.connectionName ?? 'unnamed'} to ${options.port}, ${status}`,
  );
  if (places.length > 0) throw new Error(`connections left open: ${places.join('; ')}`);
});

function leftOpen(): Redis[] {
  // One that was closed while it waited to connect anew keeps that status.
  const isClosed = (redis: Redis) => redis.status === 'end' || Reflect.get(redis, 'manuallyClosing') === true;
  return [...opened].filter((redis) => !isClosed(redis));
}
