import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterEach, describe, expect, test } from 'vitest';
import { closing } from '../../e2e/support/closing';
import { fileServer } from '../../e2e/support/file-server';
import { until } from '../../e2e/support/redis-server';
import { pulseOf } from '../domain/judge-holder';
import { formatProcessRecord, type LongWait, processKeyOf } from '../domain/process-record';
import { createBudget } from './budget';
import { createProcessRecords, type ProcessRecords } from './process-records';

const KEEP_MS = 3_600_000;

const own = fileServer();
afterEach(() => own.redis.flushall());
const { opened } = closing();

/** Writes the record of a process whose last heartbeat is this old. */
async function beat(id: string, ageMs = 0, app = 'checkout', waits: LongWait[] = []): Promise<void> {
  const record = { id, app, label: null, host: 'worker-7', pid: 4711, startMs: 1 };
  const text = formatProcessRecord({ ...record, beatMs: 10_000, keepMs: KEEP_MS, waits });
  await own.redis.set(processKeyOf(id), text, 'PX', KEEP_MS - ageMs);
}

type Setup = {
  records: ProcessRecords;
  /** Who holds locks. */
  using: Set<string>;
  /** Ids of every reading so far, and of those that looked different. */
  read: string[];
  different: string[];
  pass(ms: number): void;
};

function setup(ids: string[], options: { commandsPerSecond?: number; client?: Redis } = {}): Setup {
  const { commandsPerSecond = 5_000, client = own.redis } = options;
  let passedMs = 0;
  // No two looks at the clock show the same time.
  const now = () => Date.now() + passedMs++;
  const using = new Set(ids);
  const read: string[] = [];
  const different: string[] = [];
  const records = createProcessRecords({
    redis: client,
    budget: createBudget(commandsPerSecond, now),
    commandsPerSecond,
    now,
    inUse: () => using,
    onRead(some, changed) {
      read.push(...some);
      different.push(...changed);
    },
    onAnswer: () => {},
  });
  return {
    records,
    using,
    read,
    different,
    pass(ms) {
      passedMs += ms;
    },
  };
}

const recordOf = ({ records }: Setup, id: string) => records.of(id)?.heartbeat.record;

test('a process that holds locks is read at once, then once a heartbeat, however often it is asked for', async () => {
  const id = randomUUID();
  await beat(id, 400);
  const all = setup([id]);
  for (let second = 0; second < 60; second++) {
    await all.records.poll();
    await all.records.poll();
    if (second % 10 === 9) await beat(id, 400);
    all.pass(1_000);
  }
  expect(all.read.length).toBeGreaterThanOrEqual(5);
  expect(all.read.length).toBeLessThanOrEqual(7);
  expect(all.different).toEqual([id]);
  expect(all.records.of(id)).toMatchObject({ record: { app: 'checkout', pid: 4711 } });
});

test('a process that never had a record is asked ever more seldom', async () => {
  const id = randomUUID();
  const all = setup([id]);
  for (let second = 0; second < 600; second++) {
    await all.records.poll();
    all.pass(1_000);
  }
  expect(recordOf(all, id)).toBe('absent');
  expect(all.read.length).toBeLessThanOrEqual(6);
  expect(all.different).toEqual([]);
});

test('a record that was there and is gone ends its process only when it is not written again', async () => {
  const id = randomUUID();
  await beat(id);
  const all = setup([id]);
  await all.records.poll();
  await own.redis.del(processKeyOf(id));
  all.pass(11_000);
  await all.records.poll();
  expect(recordOf(all, id)).toBe('deleted');
  expect(pulseOf(all.records.of(id)?.heartbeat ?? null)).toBe('missing');
  all.pass(12_000);
  await all.records.poll();
  expect(pulseOf(all.records.of(id)?.heartbeat ?? null)).toBe('ended');
  expect(all.records.of(id)?.record?.app).toBe('checkout');
});

test('a server that lost its data makes no process look ended', async () => {
  const id = randomUUID();
  await beat(id);
  const all = setup([id]);
  await all.records.poll();
  await own.redis.flushall();
  all.records.wiped();
  expect(all.records.of(id)).toBeNull();
  for (const ms of [0, 20_000, 20_000]) {
    all.pass(ms);
    await all.records.poll();
  }
  expect(recordOf(all, id)).toBe('absent');
});

test('a process that holds no lock any more is forgotten', async () => {
  const id = randomUUID();
  await beat(id);
  const all = setup([id]);
  await all.records.poll();
  all.using.clear();
  all.pass(30_000);
  await all.records.poll();
  expect(all.records.of(id)).toBeNull();
  expect(all.read).toEqual([id]);
});

test('a clock that is set back does not stop the reading', async () => {
  const id = randomUUID();
  await beat(id);
  const all = setup([id]);
  await all.records.poll();
  all.pass(-3_600_000);
  await all.records.poll();
  expect(all.read).toEqual([id, id]);
});

test('many processes are read a few at a time, the longest unread first, within a tenth of the budget', async () => {
  const ids = Array.from({ length: 1_000 }, () => randomUUID());
  const all = setup(ids, { commandsPerSecond: 800 });
  for (let second = 0; second < 10; second++) {
    const before = all.read.length;
    for (let i = 0; i < 4; i++) {
      await all.records.poll();
      all.pass(250);
    }
    expect((all.read.length - before) * 2).toBeLessThanOrEqual(80);
  }
  expect(all.read.length).toBe(400);
  expect(new Set(all.read).size).toBe(400);
});

test('what is asked for is read now, unless that was done a moment ago', async () => {
  const id = randomUUID();
  const all = setup([id]);
  await all.records.look([id], 10_000);
  await all.records.look([id], 10_000);
  expect(all.read).toEqual([id]);
  await beat(id, 45_000);
  await all.records.look([id], 0);
  expect(pulseOf(all.records.of(id)?.heartbeat ?? null)).toBe('silent');
});

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

test('a connection that fails is told once, and the reading goes on when it is back', async () => {
  const id = randomUUID();
  await beat(id);
  const client = opened(new Redis(own.server.url, { enableOfflineQueue: false }));
  client.on('error', () => {}); // it is broken on purpose
  const all = setup([id], { client });
  await expect(all.records.poll()).rejects.toThrow();
  all.pass(3_000);
  await all.records.poll();
  await until('connected', () => client.status === 'ready');
  all.pass(3_000);
  await all.records.poll();
  expect(recordOf(all, id)).toBe('present');
});

describe('a process that holds nothing', () => {
  const waits = [{ key: 'order:7', forMs: 4_000 }];
  const waitingIn = ({ records }: Setup) => records.waiting().map(({ record }) => record?.id);

  test('is read when a sweep comes by its record, and followed for as long as it waits', async () => {
    const [waiter, idle] = [randomUUID(), randomUUID()];
    await beat(waiter, 0, 'checkout', waits);
    await beat(idle);
    const keys = ['order:7', processKeyOf(waiter), processKeyOf(idle)];
    const it = setup([]);
    expect(it.records.saw(keys)).toBe(keys);
    await it.records.poll();
    expect(it.read.sort()).toEqual([waiter, idle].sort());
    expect(waitingIn(it)).toEqual([waiter]);

    it.pass(11_000);
    await beat(waiter, 0, 'checkout', waits);
    await it.records.poll();
    expect(it.read.slice(2)).toEqual([waiter]);
    expect(it.records.of(idle)).toBeNull();

    it.pass(11_000);
    await beat(waiter);
    await it.records.poll();
    expect(waitingIn(it)).toEqual([]);
    it.pass(21_000);
    await it.records.poll();
    it.pass(21_000);
    await it.records.poll();
    expect(it.records.of(waiter)).toBeNull();
  });

  test('is said to wait no more once its heartbeat stopped', async () => {
    const id = randomUUID();
    await beat(id, 0, 'checkout', waits);
    const it = setup([id]);
    await it.records.poll();
    expect(waitingIn(it)).toEqual([id]);
    it.pass(40_000);
    await own.redis.pexpire(processKeyOf(id), KEEP_MS - 40_000);
    await it.records.poll();
    expect(waitingIn(it)).toEqual([]);
  });

  test('is read behind those that hold locks, and of thousands at most so many at once', async () => {
    const holders = Array.from({ length: 10 }, () => randomUUID());
    const strangers = Array.from({ length: 3_000 }, () => randomUUID());
    const it = setup(holders, { commandsPerSecond: 960 });
    it.records.saw(strangers.map(processKeyOf));
    await it.records.poll();
    expect(it.read).toHaveLength(12);
    expect(it.read.slice(0, 10).sort()).toEqual(holders.sort());
    while (it.read.length < 510) await it.records.poll();
    const read = it.read.length;
    await it.records.poll();
    expect(it.read).toHaveLength(read);
  });
});
