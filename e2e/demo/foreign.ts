/**
 * Locks as other programs write them: a constant without TTL, an expiry time as value, redis-py tokens, and names that
 * are hard to show. Arguments: URL of shop, URL of billing. Runs until it is ended.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';

const MINUTE = 60_000;
const [shopUrl = '', billingUrl = ''] = process.argv.slice(2);
const [shop, billing] = [new Redis(shopUrl), new Redis(billingUrl)];

async function keepForgotten(): Promise<never> {
  for (;;) {
    await shop.set('cron:nightly-reconcile:lock', '1', 'NX');
    await shop.set('import:catalogue:lock', String(Date.now() - 4 * MINUTE), 'NX');
    await billing.set('export:ledger:lock', 'locked', 'NX');
    await pause(3 * MINUTE);
  }
}

/** redis-py takes a lock with TTL and does not renew it: TTL runs down, release, next one. */
async function workLikeRedisPy(redis: Redis, key: string, leaseMs: number): Promise<never> {
  for (;;) {
    await redis.set(key, uuidV1Hex(), 'PX', leaseMs, 'NX');
    await pause(leaseMs * (0.4 + Math.random() * 0.5));
    await redis.del(key);
    await pause(500 + Math.random() * 2_000);
  }
}

function uuidV1Hex(): string {
  const since1582 = (BigInt(Date.now()) + 12_219_292_800_000n) * 10_000n + BigInt(randomInt(10_000));
  const time = since1582.toString(16).padStart(15, '0');
  const clock = (0x8000 | randomInt(0x4000)).toString(16);
  return `${time.slice(-8)}${time.slice(-12, -8)}1${time.slice(-15, -12)}${clock}0242ac110003`;
}

await Promise.all([
  keepForgotten(),
  workLikeRedisPy(shop, 'search:{reindex}:🔍 products', 40_000),
  workLikeRedisPy(shop, 'thumbnails/2026 #3', 30_000),
  workLikeRedisPy(billing, 'statement:2026-11', 90_000),
]);
