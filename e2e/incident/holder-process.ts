/**
 * Holds one lock in a process of its own, from SIGUSR2 on, to be stopped or killed, and says what it did:
 * `--url U --key K --lease-ms N --how watched|fixed|blind`. `watched` = a fair lock under the watchdog; `fixed` = a mutex that
 * is released once its lease is over by its own clock; `blind` = sets a key anew every third of the lease whoever has it by
 * then, and deletes it on SIGTERM, as some home-made locks do.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Redis } from 'ioredis';
import { createFair, createMutex } from '../../lib/locks';
import { aborted } from '../support/aborted';
import { timed } from './chronicle';
import { around, type Moment } from './truth';

const text = { type: 'string', default: '' } as const;
const { values } = parseArgs({ options: { url: text, key: text, 'lease-ms': text, how: text } });
const { key, how } = values;
const leaseMs = Number(values['lease-ms']);
const redis = new Redis(values.url);
redis.on('error', () => {}); // ioredis connects again

function say(event: string, token: string, at: Moment, outcome = ''): void {
  process.stdout.write(`${JSON.stringify({ event, token, outcome, atMs: at.latestMs, ...at })}\n`);
}

async function watched(): Promise<void> {
  const fair = createFair({ redis, leaseMs, app: 'ledger', label: 'killed' });
  const [{ token }, at] = await timed(() => fair.acquire(key, { waitMs: 0 }));
  say('held', token, at);
  await new Promise(() => {}); // the watchdog keeps it until the process is killed
}

async function fixed(): Promise<void> {
  const mutex = createMutex({ redis, leaseMs, app: 'payout', label: 'stopped' });
  const [lease, at] = await timed(() => mutex.acquire(key, { waitMs: 0, watchdog: false }));
  say('held', lease.token, at);
  await aborted(lease.signal);
  const release = () =>
    lease.release().then(
      () => 'released',
      (error: { code?: string }) => error.code ?? String(error),
    );
  const [outcome, late] = await timed(release);
  say('released late', lease.token, late, outcome);
  await mutex.close();
  redis.disconnect();
}

async function blind(): Promise<void> {
  const token = randomUUID();
  const stop = new AbortController();
  process.once('SIGTERM', () => stop.abort());
  const [reply, at] = await timed(() => redis.set(key, token, 'PX', leaseMs, 'NX'));
  if (reply === null) throw new Error(`${key} is held by another`);
  say('held', token, at);
  for (;;) {
    await pause(leaseMs / 3, null, { signal: stop.signal }).catch(() => {}); // asked to stop
    if (stop.signal.aborted) break;
    const [, renewed] = await timed(() => redis.set(key, token, 'PX', leaseMs));
    say('renewed', token, renewed);
  }
  const [, released] = await timed(() => redis.del(key));
  say('released', token, released);
  redis.disconnect();
}

const told = new Promise((resolve) => process.once('SIGUSR2', resolve));
await redis.ping();
say('ready', '', around(Date.now()));
await told;
await { watched, fixed, blind }[how as 'watched' | 'fixed' | 'blind']();
