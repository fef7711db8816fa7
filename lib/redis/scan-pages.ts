import type { Redis } from 'ioredis';
import type { ByteString } from '../domain/keys/bytes';
import { fromBuffer } from './from-buffer';

/**
 * Pages of one SCAN pass over the keyspace, names as exact bytes. Requests the next page while the caller works on this
 * one. `before` runs ahead of each call, to pace it; `took` receives each call's duration. Every key that exists during the
 * whole pass is returned at least once; a key may be returned twice. No MATCH and no TYPE filter: they cost the server more
 * than they save.
 */
export async function* scanPages(
  redis: Redis,
  options: { count(): number; before(): Promise<void>; took?(ms: number): void },
): AsyncGenerator<ByteString[], void, void> {
  let page: ReturnType<typeof scan> | null = scan('0');
  while (page) {
    const [next, names]: [Buffer, Buffer[]] = await page;
    const cursor = fromBuffer(next);
    page = cursor === '0' ? null : scan(cursor);
    // The caller may stop here, and an unused page must not become an unhandled rejection.
    page?.catch(() => {});
    yield names.map(fromBuffer);
  }

  async function scan(cursor: string): Promise<[cursor: Buffer, names: Buffer[]]> {
    await options.before();
    const askedAt = performance.now();
    const page = await redis.scanBuffer(cursor, 'COUNT', options.count());
    options.took?.(performance.now() - askedAt);
    return page;
  }
}
