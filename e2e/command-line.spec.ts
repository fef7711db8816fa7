import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ActionResult, Preview } from '../lib/contract/actions';
import type { AuditAnswer } from '../lib/contract/audit';
import type { LockDetail, LockList } from '../lib/contract/locks';
import { commandLine } from './support/command-line';
import { startConsole } from './support/console';
import { until } from './support/redis-server';
import { expect, test } from './support/test';
import { startWorker } from './support/worker';

/** Longer than any test, however busy the machine: a lock that expired meanwhile is rightly not released. */
const LEASE_MS = 600_000;

test('the lock of a killed holder is found, shown and released from a terminal', async ({
  lockscope,
  server,
}) => {
  const key = `order:{${randomUUID()}}:🔒 lock`;
  const holder = startWorker('hold-reentrant', {
    url: server.url,
    key,
    'hold-count': 2,
    'lease-ms': LEASE_MS,
  });
  const { token = '' } = await holder.event('held');
  const waiter = startWorker('wait-reentrant', { url: server.url, key });
  await waiter.event('waiting');
  await holder.kill('SIGKILL');

  const list = await until('the lock is listed', async () => {
    const { stdout } = await commandLine(lockscope, 'ls', '--json');
    const { locks } = JSON.parse(stdout) as LockList;
    return locks.find((lock) => lock.key.text === key);
  });
  expect(list.format.id).toBe('redisson-lock');

  const shown = await commandLine(lockscope, 'show', 'test', key, '--json');
  const { lock } = JSON.parse(shown.stdout) as LockDetail;
  expect(lock.holders[0]).toMatchObject({ token: { text: token }, holdCount: 2 });

  const line = ['release', 'test', key, '--if-holder', token, '--reason', 'worker was killed', '--json'];
  // Killed a moment ago, it looks alive to whoever goes by its last heartbeat.
  const asked = await commandLine(lockscope, ...line, '--alive');
  expect(asked.code, 'nobody confirmed').toBe(2);
  const done = await commandLine(lockscope, ...line, '--alive', '--yes');
  expect(done).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(done.stdout) as ActionResult).toMatchObject({ outcome: 'released', woken: 1 });
  expect((await waiter.event('held')).token).not.toBe(token);

  const audit = (await (await fetch(`${lockscope.url}/api/audit`)).json()) as AuditAnswer;
  expect(audit.entries[0]).toMatchObject({ outcome: 'released', reason: 'worker was killed' });
  expect(audit.entries[0]?.actor).toContain('on-call');
});

test('a lock of somebody else than the named holder is left alone, with code 3', async ({
  lockscope,
  redis,
}) => {
  await redis.set('job:lock', 'now-somebody-else', 'PX', LEASE_MS);
  const named = `sha256:${createHash('sha256').update('who-was-seen').digest('hex')}`;
  const refused = await commandLine(lockscope, 'release', 'test', 'job:lock', '--if-holder', named, '--yes');
  expect(refused.code).toBe(3);
  expect(await redis.get('job:lock')).toBe('now-somebody-else');
});

test('extend raises the TTL and a dry run does not', async ({ lockscope, redis }) => {
  const token = 'f'.repeat(31).concat('0');
  await redis.set('import:lock', token, 'PX', 120_000);
  const line = [
    'extend',
    'test',
    'import:lock',
    '--lease',
    '5m',
    '--if-holder',
    token,
    '--reason',
    'slow',
    '--json',
  ];
  const dry = await commandLine(lockscope, ...line, '--dry-run');
  expect(dry.code).toBe(0);
  expect((JSON.parse(dry.stdout) as Preview).allowed).toBe(true);
  expect(await redis.pttl('import:lock')).toBeLessThanOrEqual(120_000);
  expect((await commandLine(lockscope, ...line, '--yes')).code).toBe(0);
  expect(await redis.pttl('import:lock')).toBeGreaterThan(200_000);
});

test('what is not there ends with code 4, what cannot be reached with code 1', async ({ lockscope }) => {
  expect((await commandLine(lockscope, 'show', 'test', 'no-such-lock')).code).toBe(4);
  expect((await commandLine(lockscope, 'show', 'no-such-target', 'x')).code).toBe(4);
  expect((await commandLine({ url: 'http://127.0.0.1:1' }, 'ls')).code).toBe(1);
});

test('a hold over several keys is released whole from a terminal, or key by key when asked', async ({
  lockscope,
  redis,
}) => {
  const [room, seat, ticket] = ['room', 'seat', 'ticket'].map((name) => `${name}:${randomUUID()}:lock`);
  if (!room || !seat || !ticket) throw new Error('no names');
  /** As node-redlock takes several resources: in one step, with one token of 16 bytes. */
  const take = async () => {
    const token = randomUUID()
      .replaceAll('-', '')
      .replace(/^(.{12})4/, '$10');
    const all = redis.multi();
    for (const key of [room, seat, ticket]) all.set(key, token, 'PX', 600_000, 'NX');
    await all.exec();
    await until('all are known', async () => {
      const list = (await (await fetch(`${lockscope.url}/api/locks?q=lock`)).json()) as LockList;
      return list.locks.filter(({ holders }) => holders[0]?.token.text === token).length === 3;
    });
    return ['release', 'test', room, '--if-holder', token, '--reason', 'sold twice', '--alive', '--yes'];
  };
  const kept = await commandLine(lockscope, ...(await take()), '--only-this-key');
  expect(kept).toMatchObject({ code: 0, stderr: '' });
  expect(kept.stdout).toContain('The lock stays held: 2 other keys of the same hold keep its token');
  expect(kept.stdout).toContain('released 1 of 3 keys: the lock stays held');
  expect(await redis.exists(room, seat, ticket)).toBe(2);
  await redis.del(seat, ticket);

  const some = await commandLine(lockscope, ...(await take()), '--also', `test.0.${seat}`, '--json');
  expect(JSON.parse(some.stdout) as ActionResult).toMatchObject({
    outcome: 'partly-released',
    hold: { keys: [{ key: room }, { key: seat }], kept: [{ key: ticket, sure: 'proven' }] },
  });
  expect([await redis.exists(room, seat), await redis.exists(ticket)]).toEqual([0, 1]);
  await redis.del(ticket);

  const whole = await commandLine(lockscope, ...(await take()));
  expect(whole.code).toBe(0);
  for (const key of [room, seat, ticket]) {
    expect(whole.stdout).toMatch(new RegExp(`^ *release +${key} on 127`, 'm'));
    expect(whole.stdout).toContain(`- ${key}: released, audit entry`);
  }
  expect(await redis.exists(room, seat, ticket)).toBe(0);
  const strange = await commandLine(lockscope, ...(await take()), '--also', 'test.0.other');
  expect(strange).toMatchObject({ code: 2, stderr: expect.stringContaining('does not have the token') });
});

test('with no console running a stuck lock is freed, and the audit has it once one starts', async ({
  server,
  redis,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'lockscope-direct-'));
  const key = `order:{${randomUUID()}}:lock`;
  const token = `${randomUUID()}:47`;
  await redis.multi().hset(key, token, 1).pexpire(key, LEASE_MS).exec();
  await writeFile(
    join(folder, 'lockscope.config.json'),
    JSON.stringify({ targets: [{ name: 'test', url: server.url, environment: 'production' }] }),
  );
  const direct = (...args: string[]) => commandLine({ folder }, ...args, '--direct');
  try {
    expect(await direct('ls')).toMatchObject({ code: 0, stdout: expect.stringContaining(key) });
    const line = ['release', 'test', key, '--if-holder', token];
    expect((await direct(...line, '--yes')).code, 'production takes a reason').not.toBe(0);
    const reason = ['--reason', 'pod drained', '--yes'];
    // Nobody watched it before, and a lease of ten minutes may be renewed for minutes to come.
    expect(await direct(...line, ...reason)).toMatchObject({
      code: 2,
      stdout: expect.stringMatching(/No renewal for .* so far/),
      stderr: expect.stringMatching(/may renew until .*: --alive/),
    });
    expect(await redis.exists(key)).toBe(1);
    expect(await direct(...line, ...reason, '--alive')).toMatchObject({
      ...{ code: 0, stderr: '' },
      stdout: expect.stringContaining('numbered once a console takes it in'),
    });
    expect(await redis.exists(key)).toBe(0);

    const dataDir = join(folder, 'lockscope-data');
    const started = await startConsole({ redisUrl: server.url, env: { LOCKSCOPE_DATA_DIR: dataDir } });
    try {
      const entry = await until('the audit has it', async () => {
        const answer = await fetch(`${started.url}/api/audit?q=${encodeURIComponent(key)}`);
        return ((await answer.json()) as AuditAnswer).entries.find(({ outcome }) => outcome === 'released');
      });
      expect(entry).toMatchObject({
        actor: 'on-call',
        action: 'release',
        reason: 'pod drained',
        details: { direct: expect.any(String) },
      });
    } finally {
      await started.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('with no console running a holder that renews keeps its lock, and one that stopped loses it', async ({
  server,
  redis,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'lockscope-direct-'));
  const [alive, stuck] = [`order:{${randomUUID()}}:lock`, `order:{${randomUUID()}}:lock`];
  const leaseMs = 24_000;
  const [token, other] = [`${randomUUID()}:47`, `${randomUUID()}:47`];
  const take = (key: string, by: string) => redis.multi().hset(key, by, 1).pexpire(key, leaseMs).exec();
  await take(alive, token);
  const renewing = setInterval(() => void redis.pexpire(alive, leaseMs), leaseMs / 3);
  const direct = (...args: string[]) => commandLine({ folder }, ...args, `--direct=${server.url}`);
  const release = (key: string, by: string) =>
    direct('release', 'redis', key, '--if-holder', by, '--reason', 'stuck', '--yes');
  try {
    expect(await direct('bulk', alive, '--reason', 'stuck', '--count', '1')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /^waiting .* for a renewal[\s\S]*is alive; to release them all the same: --alive/,
      ),
    });
    expect(await release(alive, token)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^waiting .* for a renewal[\s\S]*the holder is alive.*: --alive/),
    });
    expect(await redis.exists(alive)).toBe(1);
    await take(stuck, other);
    expect(await release(stuck, other)).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^waiting /),
    });
    expect(await redis.exists(stuck)).toBe(0);
  } finally {
    clearInterval(renewing);
    await rm(folder, { recursive: true, force: true });
  }
});
