import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../support/redis-server';
import { enter, KEYS, LONG_MS, SHORT_MS, type Stage, type Told, take } from './stage';
import { around, type Moment } from './truth';

/** Stopped for longer than its lease, a process releases what another has by then. */
export async function lateRelease(stage: Stage): Promise<void> {
  const { chronicle, stopped } = stage;
  const { worker } = stopped;
  const held = await take(stage, stopped);
  process.kill(worker.pid, 'SIGSTOP');
  const hold = await enter(stage, 'mutex', 'gus').acquire(KEYS.payout, { leaseMs: LONG_MS });
  chronicle.ended(KEYS.payout, held.token ?? '', later(held, SHORT_MS), 'expired');
  await pause(800);
  process.kill(worker.pid, 'SIGCONT');
  const { outcome } = (await worker.event('released late')) as Told;
  if (outcome !== 'lost') throw new Error(`a late release was answered "${outcome}"`);
  await pause(1_500);
  await hold?.release();
}

/** Stopped for longer than its lease, a process renews it all the same, and has the lock again. */
export async function lateRenewal(stage: Stage): Promise<void> {
  const { chronicle, redis, blind } = stage;
  const { worker } = blind;
  const { token = '' } = await take(stage, blind);
  const renewals = () => worker.events('renewed') as Told[];
  await worker.event('renewed');
  process.kill(worker.pid, 'SIGSTOP');
  await until('its lease ended', async () => (await redis.exists(KEYS.report)) === 0);
  const before = renewals();
  for (const each of before) chronicle.renewed(KEYS.report, token, momentOf(each));
  chronicle.ended(KEYS.report, token, later(before.at(-1) as Told, SHORT_MS), 'expired');
  await pause(1_500);
  process.kill(worker.pid, 'SIGCONT');
  const late = await until('it renews', () => renewals()[before.length]);
  chronicle.outlived(KEYS.report, token, late);
  chronicle.began(KEYS.report, token, momentOf(late), SHORT_MS, true);
  await pause(2_000);
  process.kill(worker.pid, 'SIGTERM');
  const released = (await worker.event('released')) as Told;
  for (const each of renewals().slice(before.length + 1))
    chronicle.renewed(KEYS.report, token, momentOf(each));
  chronicle.ended(KEYS.report, token, momentOf(released), 'released');
}

function momentOf({ earliestMs, latestMs }: Told): Moment {
  return around(earliestMs, latestMs);
}

function later({ earliestMs, latestMs }: Moment, ms: number): Moment {
  return around(earliestMs + ms, latestMs + ms);
}
