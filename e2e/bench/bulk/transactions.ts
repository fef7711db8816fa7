import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { bulkPlan } from '../../../lib/actions/bulk/bulk-plan';
import { beginReleaseMany } from '../../../lib/actions/bulk/release-many';
import { planned } from '../../../lib/domain/actions/bulk';
import { slugOf } from '../../../lib/domain/keys/lock-id';
import { loadConfig } from '../../../lib/server/config/config';
import { createLog } from '../../../lib/server/record/log';
import { createRuntime } from '../../../lib/server/start/runtime-core';
import { callerAt } from '../../support/a-caller';
import { until } from '../../support/redis-server';

/**
 * How many transactions of the database a run on so many locks takes, which nobody outside of the process can count; those
 * of the recorder, one a second, are among them. Throws when not all of the locks were released.
 */
export async function bulkTransactions(redisUrl: string, count: number): Promise<number> {
  const env = {
    LOCKSCOPE_HISTORY_URL: 'memory:',
    LOCKSCOPE_REDIS_URL: redisUrl,
    LOCKSCOPE_TARGET_NAME: 'test',
  };
  const runtime = createRuntime(
    loadConfig(env, '/nonexistent'),
    createLog([], { write: () => {} }),
    Date.now,
  );
  const redis = new Redis(redisUrl);
  try {
    const keys = Array.from({ length: count }, (_, n) => `counted:${n}:lock`);
    const instance = randomUUID();
    const pipeline = redis.pipeline();
    for (const [n, key] of keys.entries()) pipeline.hset(key, `${instance}:${n}`, 1).pexpire(key, 600_000);
    await pipeline.exec();
    const { collector } = runtime.watched('test');
    const isKnown = (key: string) => collector.find(`test.0.${slugOf(key)}`) !== null;
    await until('all are known', () => keys.every(isKnown), 60_000);
    const caller = callerAt('127.0.0.1');
    const plan = await bulkPlan(runtime, { holder: `instance:${instance}` }, caller);
    const items = planned(plan.items).map(({ id, seen }) => ({ id, seen }));
    const { db } = runtime.archive;
    const begin = db.transaction.bind(db);
    let begun = 0;
    db.transaction = () => {
      begun += 1;
      return begin();
    };
    const request = { items, count: items.length, reason: 'killed', scope: '' };
    const run = await beginReleaseMany(runtime, request, caller);
    await run.go(() => {}, new AbortController().signal);
    if ((await redis.exists(...keys)) > 0) throw new Error('not all of the locks were released');
    return begun;
  } finally {
    redis.disconnect();
    await runtime.close();
  }
}
