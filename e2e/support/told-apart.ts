import type { Redis } from 'ioredis';

/** 1 of 32 times 16 random bytes have the bits of a UUID of version 4 or 1. */
const LIKE_A_UUID = /^.{12}[14].{3}[89ab]/;

type Acquire = () => Promise<{ value?: string | null }>;

/**
 * What `acquire` takes, as often as it draws a token that looks like a UUID and may so be of other libraries as well; its
 * keys are deleted on these servers in between.
 */
export async function toldApart<A extends Acquire>(
  acquire: A,
  servers: readonly Redis[],
  keys: readonly string[],
): Promise<Awaited<ReturnType<A>>> {
  for (;;) {
    const lock = (await acquire()) as Awaited<ReturnType<A>>;
    if (!LIKE_A_UUID.test(lock.value ?? '')) return lock;
    await Promise.all(servers.map((server) => server.del(...keys)));
  }
}
