import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { fileServer } from '../../../e2e/support/file-server';
import { KEPT_MS, type RecordsSetup, recordsOn } from '../../../e2e/support/records-bench';
import { processKeyOf } from '../../domain/keys/process-record';

const own = fileServer();
afterEach(() => own.redis.flushall());
const { beat, setup } = recordsOn(() => own.redis);

describe('a process that holds nothing', () => {
  const waits = [{ key: 'order:7', forMs: 4_000 }];
  const waitingIn = ({ records }: RecordsSetup) => records.waiting().map(({ record }) => record?.id);

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
    await own.redis.pexpire(processKeyOf(id), KEPT_MS - 40_000);
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
