import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterEach, describe, expect, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import { fileServer } from '../../../e2e/support/file-server';
import { recordOf, recordsOn } from '../../../e2e/support/records-bench';
import { processKeyOf } from '../../domain/keys/process-record';

const own = fileServer();
afterEach(() => own.redis.flushall());
const { beat, setup } = recordsOn(() => own.redis);
const { opened } = closing();

describe('what is no heartbeat', () => {
  test.each([
    ['another type', (key: string) => own.redis.hset(key, 'a', 'b')],
    ['another text', (key: string) => own.redis.set(key, 'held', 'PX', 60_000)],
    ['a large value', (key: string) => own.redis.set(key, 'x'.repeat(1_000_000))],
  ])('is not taken for one: %s', async (_, write) => {
    const id = randomUUID();
    await write(processKeyOf(id));
    const all = setup([id]);
    await all.records.poll();
    expect(recordOf(all, id)).toBe('unreadable');
    expect(all.records.note()).toBeNull();
  });
});

describe('a user without the right', () => {
  async function restricted(...rules: string[]): Promise<Redis> {
    const name = `user-${randomUUID().slice(0, 8)}`;
    await own.redis.call('ACL', 'SETUSER', name, 'on', '>secret', '+@all', ...rules);
    return opened(new Redis(own.server.url, { username: name, password: 'secret', enableReadyCheck: false }));
  }

  test('to read the records gets no verdict, one note and no error, and is asked once a minute', async () => {
    const ids = [randomUUID(), randomUUID()];
    await Promise.all(ids.map((id) => beat(id)));
    const client = await restricted('~lock:*');
    const all = setup(ids, { client });
    for (let second = 0; second < 50; second++) {
      await all.records.poll();
      await all.records.look(ids, 0);
      all.pass(1_000);
    }
    expect(ids.map((id) => recordOf(all, id))).toEqual(['denied', 'denied']);
    expect(all.records.note()).toMatch(/^heartbeats cannot be read: NOPERM/);
    const stats = String(await own.redis.info('commandstats'));
    const rejected = /cmdstat_getrange:.*?rejected_calls=(\d+)/.exec(stats)?.[1];
    expect(Number(rejected)).toBeLessThanOrEqual(2);
  });

  test('to read the age still learns who it is', async () => {
    const id = randomUUID();
    await beat(id);
    const all = setup([id], { client: await restricted('~*', '-pttl') });
    await all.records.poll();
    expect(all.records.of(id)).toMatchObject({
      record: { app: 'checkout' },
      heartbeat: { record: 'denied' },
    });
  });

  test('is heard again when it gets it', async () => {
    const id = randomUUID();
    await beat(id);
    const client = await restricted('~lock:*');
    const all = setup([id], { client });
    await all.records.poll();
    const name = String(await client.call('ACL', 'WHOAMI'));
    await own.redis.call('ACL', 'SETUSER', name, '~*');
    all.pass(61_000);
    await all.records.poll();
    expect(recordOf(all, id)).toBe('present');
    expect(all.records.note()).toBeNull();
  });
});
