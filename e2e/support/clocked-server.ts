import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { type RedisServer, startRedisServer, until } from './redis-server';

export type ClockedServer = RedisServer & {
  /** Sets its clock so many ms off ours, at once; its monotonic clock goes on. */
  setClock(offMs: number): Promise<void>;
};

const LIBRARY = 'faketime/libfaketime.so.1';
/** Its clock is where it was set, give or take what it takes to ask. */
const NEAR_MS = 500;

/** Where libfaketime is, or null. It works on Linux alone. */
export function findFaketime(): string | null {
  if (process.platform !== 'linux') return null;
  const folders = ['/usr/lib', '/usr/lib64', '/usr/local/lib'].filter((folder) => existsSync(folder));
  const places = folders.flatMap((folder) => [
    folder,
    ...readdirSync(folder).map((name) => join(folder, name)),
  ]);
  return places.map((place) => join(place, LIBRARY)).find((file) => existsSync(file)) ?? null;
}

/** A real redis-server whose wall clock is `offMs` off ours and can be set. Throws where libfaketime has no effect on it. */
export async function startClockedServer(library: string, offMs = 0): Promise<ClockedServer> {
  const folder = await mkdtemp(join(tmpdir(), 'lockscope-clock-'));
  const file = join(folder, 'clock');

  async function write(ms: number): Promise<void> {
    await writeFile(`${file}.new`, `${ms < 0 ? '-' : '+'}${Math.abs(ms) / 1_000}\n`);
    await rename(`${file}.new`, file); // it is read at any moment
  }

  await write(offMs);
  const server = await startRedisServer([], {
    // The library asks for memory while Redis' own allocator asks it for the time: that of the C library does not.
    LD_PRELOAD: `${library}:libc.so.6`,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }).catch(async (error) => {
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    throw error;
  });

  async function setClock(ms: number): Promise<void> {
    await write(ms);
    const redis = new Redis(server.port);
    try {
      await until('the clock is set', async () => Math.abs((await offOf(redis)) - ms) < NEAR_MS);
    } finally {
      redis.disconnect();
    }
  }

  async function close(): Promise<void> {
    await server.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }

  try {
    await setClock(offMs);
  } catch (error) {
    await close();
    throw error;
  }
  return Object.defineProperties({ setClock } as ClockedServer, {
    ...Object.getOwnPropertyDescriptors(server),
    close: { value: close },
  });
}

/** How far its clock is off ours, ms. */
async function offOf(redis: Redis): Promise<number> {
  const [seconds, micros] = await redis.time();
  return Number(seconds) * 1_000 + Number(micros) / 1_000 - Date.now();
}
