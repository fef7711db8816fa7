import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, test } from 'vitest';
import { aHolder, aProcess } from '../../../e2e/support/a-lock';
import { fileRedis } from '../../../e2e/support/file-redis';
import type { Consequence } from '../../contract/actions';
import { counted } from '../../domain/values/counted';
import { type LockReading, readLock } from '../../reads/read-lock';
import { type PreviewContext, previewAction } from './preview-action';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
afterAll(() => redis.disconnect());

const TOKEN = '0fc231521bc67967f3c288a4935288fa';
const dev = { name: 'shop', db: 0, production: false, readOnly: false };
const production = { ...dev, production: true };
const hold = { acquisition: { version: 1, sinceMs: null, confirmed: true }, areEndsReported: true };
const renewal = { count: 0, lastAtMs: null, periodMs: null, lateBy: null };

function known(waiters: number | null, verdict: 'alive' | 'unknown' = 'unknown'): PreviewContext['lock'] {
  const holder = { verdict } as NonNullable<PreviewContext['lock']>['holders'][number];
  return {
    waiters: { count: counted(waiters), known: null },
    renewal,
    leaseMs: 30_000,
    holders: [holder],
    votes: null,
  };
}

async function held(
  value: string,
  ttlMs: number | null = 30_000,
  key = `${randomUUID()}:lock`,
): Promise<LockReading> {
  const name = Buffer.from(key, 'latin1');
  if (value.startsWith('hash:')) await redis.hset(name, value.slice(5), 1);
  else await redis.set(name, value);
  if (ttlMs !== null) await redis.pexpire(name, ttlMs);
  const { lock } = await readLock(redis, key, { now: Date.now, named: true });
  if (!lock) throw new Error('not held');
  return lock;
}

const said = (consequences: Consequence[]) =>
  consequences.map(({ code, happens }) => `${happens ? '' : 'not '}${code}`);

describe('friction', () => {
  test.each([
    ['release', dev, known(null), { typedKey: false, reason: false }],
    ['release', dev, known(0), { typedKey: false, reason: false }],
    ['release', dev, null, { typedKey: false, reason: false }],
    ['release', dev, known(2), { typedKey: true, reason: false }],
    ['release', dev, known(0, 'alive'), { typedKey: true, reason: true, although: 'alive' }],
    ['release', production, known(0), { typedKey: true, reason: true }],
    ['release', production, null, { typedKey: true, reason: true }],
    ['extend', dev, known(2, 'alive'), { typedKey: false, reason: false }],
    ['extend', production, known(2), { typedKey: false, reason: true }],
  ] as const)('of %s', async (action, target, lock, requires) => {
    expect(previewAction(await held(TOKEN), { action }, { target, lock }).requires).toEqual({
      although: null,
      ...requires,
    });
  });

  test('what is typed is the key, or a short name of a key that is hard to type', async () => {
    const typed = async (key: string) =>
      previewAction(await held(TOKEN, 30_000, key), { action: 'release' }, { target: dev, lock: null })
        .typedKey;
    const key = `${randomUUID()}:lock`;
    expect(await typed(key)).toBe(key);
    for (const hard of [`${key} `, `${key}\n`, `${key}\xff`, `${key}${'x'.repeat(200)}`]) {
      expect(await typed(hard)).toMatch(/^key-[0-9a-f]{8}$/);
    }
  });
});

describe('permission', () => {
  test.each([
    ['release', TOKEN, 30_000, dev, null],
    ['release', TOKEN, 30_000, { ...dev, readOnly: true }, 'read-only'],
    ['extend', TOKEN, 30_000, { ...dev, readOnly: true }, 'read-only'],
    ['extend', TOKEN, 30_000, dev, null],
    ['extend', '1', null, dev, 'extend-unsupported'],
    ['extend', String(Date.now() + 60_000), 30_000, dev, 'extend-unsupported'],
    ['release', String(Date.now() + 60_000), 30_000, dev, null],
  ] as const)('to %s %s', async (action, value, ttlMs, target, code) => {
    const preview = previewAction(await held(value, ttlMs), { action }, { target, lock: null });
    expect(preview.allowed).toBe(code === null);
    expect(preview.why?.code ?? null).toBe(code);
  });

  test('a lease that no lock may have is refused', async () => {
    const lock = await held(TOKEN);
    expect(() =>
      previewAction(lock, { action: 'extend', leaseMs: 0 }, { target: dev, lock: null }),
    ).toThrow();
  });
});

describe('consequences', () => {
  test('of releasing a reentrant lock: who races and where the message goes', async () => {
    const lock = await held('hash:8d3c3d43-03b0-4cd8-8966-8bbd088f8c58:47');
    const { consequences } = previewAction(
      lock,
      { action: 'release' },
      { target: dev, lock: known(3), hold },
    );
    expect(said(consequences)).toEqual([
      'waiters-race',
      'publishes',
      'not holder-not-told',
      'not write-not-stopped',
      'not no-undo',
    ]);
    expect(consequences[0]?.values).toEqual({ count: 3 });
    expect(consequences[1]?.values).toEqual({ channel: `redisson_lock__channel:{${lock.raw.key}}` });
  });

  test.each([
    ['lives', 'alive', 'present', ['two-will-run']],
    ['stopped beating', 'gone', 'present', ['holder-may-wake']],
    ['stopped beating an hour ago', 'gone', 'lapsed', ['holder-may-wake']],
    ['ended', 'gone', 'deleted', []],
    ['is not known', 'unknown', 'absent', []],
  ] as const)('of releasing from under a holder that %s', async (_, verdict, record, first) => {
    const heartbeat = {
      record,
      lastMs: 0,
      beatMs: 10_000,
      sinceMs: 0,
      known: { by: 'scan', atMs: 0 },
    } as const;
    const lock = { ...known(0), holders: [aHolder({ verdict, process: aProcess({ heartbeat }) })] };
    const context = { target: dev, lock: lock as PreviewContext['lock'] };
    const { consequences } = previewAction(await held(TOKEN), { action: 'release' }, context);
    const codes = consequences.map(({ code }) => code);
    expect(codes.slice(0, codes.indexOf('no-waiters'))).toEqual(first);
  });

  test('of releasing a constant: nothing is published and a successor looks the same', async () => {
    const { consequences } = previewAction(
      await held('1', null),
      { action: 'release' },
      { target: dev, lock: known(null) },
    );
    expect(said(consequences)).toEqual([
      'deletes-successor',
      'waiters-unknown',
      'publishes-nothing',
      'successor-indistinguishable',
      'not holder-not-told',
      'not write-not-stopped',
      'not no-undo',
    ]);
  });

  test('of extending: the TTL afterwards, which is never less than now', async () => {
    const lock = await held(TOKEN, 50_000);
    const ttlOf = (leaseMs: number) =>
      previewAction(lock, { action: 'extend', leaseMs }, { target: dev, lock: null }).consequences[0]?.values
        .ttlMs;
    expect(ttlOf(90_000)).toBe(90_000);
    expect(ttlOf(10_000)).toBe(lock.raw.ttlMs);
  });

  test.each([
    [3, 90_000, [{ count: 3, longerMs: 60_000 }]],
    [0, 90_000, []],
    [null, 90_000, []],
    [3, 10_000, []],
  ])(
    'of extending with %s waiters to %s ms: how much longer they may wait',
    async (waiters, leaseMs, said) => {
      const lock = await held(TOKEN, 30_000);
      const context = { target: dev, lock: known(waiters) };
      const { consequences } = previewAction(lock, { action: 'extend', leaseMs }, context);
      const longer = consequences.filter(({ code }) => code === 'waiters-wait-longer');
      // The lease that is left runs on between taking and reading.
      const rounded = longer.map(({ values }) => ({
        ...values,
        longerMs: Math.round(Number(values.longerMs) / 10_000) * 10_000,
      }));
      expect(rounded).toEqual(said);
    },
  );

  test('of extending a lock under a watchdog: the watchdog sets its own lease again', async () => {
    const lock = await held('hash:8d3c3d43-03b0-4cd8-8966-8bbd088f8c58:47');
    const { consequences, leaseMs } = previewAction(
      lock,
      { action: 'extend' },
      { target: dev, lock: known(0) },
    );
    expect(said(consequences)).toContain('watchdog-resets');
    expect(leaseMs).toBe(30_000);
  });
});
