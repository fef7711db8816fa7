import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { callerAt } from '../../../e2e/support/a-caller';
import { fileRuntime } from '../../../e2e/support/a-runtime';
import { until } from '../../../e2e/support/redis-server';
import { preview } from '../../actions/plan/preview';
import { runAction } from '../../actions/run/run-action';
import { LockDetail, listQuery } from '../../contract/locks';
import { Overview } from '../../contract/overview';
import { formatProcessRecord, processKeyOf } from '../../domain/keys/process-record';
import { listPage } from '../../reads/list';
import { overviewOf } from '../../reads/overview';
import { readDetail } from '../../reads/read-detail';
import { search } from '../../reads/search';

const KEEP_MS = 3_600_000;

const own = await fileRuntime();

type Held = { id: string; key: string; process: string; host: string };

/** A lock whose holder's last heartbeat is this old; null = it never had one. */
async function held(ageMs: number | null): Promise<Held> {
  const process = randomUUID();
  const host = `worker-${process.slice(0, 8)}`;
  const key = `order:${randomUUID()}:lock`;
  if (ageMs !== null) await beat({ process, host }, ageMs);
  await own.redis.multi().hset(key, `${process}:1`, 1).pexpire(key, 600_000).exec();
  return { id: `test.0.${key}`, key, process, host };
}

async function beat({ process: id, host }: Pick<Held, 'process' | 'host'>, ageMs: number): Promise<void> {
  const record = { id, app: 'checkout', label: 'eu-1', host, pid: 4711, startMs: 1 };
  const text = formatProcessRecord({ ...record, beatMs: 10_000, keepMs: KEEP_MS });
  await own.redis.set(processKeyOf(id), text, 'PX', KEEP_MS - ageMs);
}

describe('a lock by its id', () => {
  test('names its holder and proves it alive at first sight', async () => {
    const { id, host } = await held(2_000);
    const detail = await readDetail(own.runtime, id);
    expect(detail.lock.holders[0]).toMatchObject({
      label: `checkout (eu-1) · ${host}:4711`,
      verdict: 'alive',
      process: { app: 'checkout', heartbeat: { record: 'present' } },
    });
    expect(detail.evidence.map(({ code }) => code)).toContain('heartbeat');
    expect(LockDetail.parse(detail)).toEqual(detail);
  });

  test('of a holder that is gone says since when', async () => {
    const { id } = await held(45_000);
    const { lock, evidence } = await readDetail(own.runtime, id);
    expect(lock).toMatchObject({ state: 'at-risk', holders: [{ verdict: 'gone' }] });
    const line = evidence.find(({ code }) => code === 'heartbeat-gone');
    expect(Number(line?.values.lastMs)).toBeGreaterThanOrEqual(45_000);
  });

  test('of a holder that writes none is as unknown as before', async () => {
    const { id } = await held(null);
    const { lock, evidence } = await readDetail(own.runtime, id);
    expect(lock).toMatchObject({ state: 'held', holders: [{ verdict: 'unknown', label: null }] });
    expect(lock.holders[0]?.process?.heartbeat?.record).toBe('absent');
    expect(evidence.some(({ code }) => code.startsWith('heartbeat'))).toBe(false);
  });

  test('that is a record of a process is not found, so that nobody can release it', async () => {
    const { process } = await held(0);
    await expect(readDetail(own.runtime, `test.0.${processKeyOf(process)}`)).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});

describe('a preview of a release', () => {
  const codes = async (id: string) => {
    const { consequences, requires, lock } = await preview(own.runtime, id, { action: 'release' });
    return { first: consequences[0]?.code, requires, verdict: lock.holders[0]?.verdict };
  };

  test('of a holder that lives says first that two will run, and asks for the key', async () => {
    const { id } = await held(1_000);
    expect(await codes(id)).toMatchObject({
      first: 'two-will-run',
      verdict: 'alive',
      requires: { typedKey: true },
    });
  });

  test('reads the heartbeat each time, so that it is never behind', async () => {
    const lock = await held(45_000);
    expect(await codes(lock.id)).toMatchObject({ first: 'holder-may-wake', verdict: 'gone' });
    await beat(lock, 0);
    expect(await codes(lock.id)).toMatchObject({ first: 'two-will-run', verdict: 'alive' });
    await beat(lock, 60_000);
    expect(await codes(lock.id)).toMatchObject({ first: 'holder-may-wake', verdict: 'gone' });
  });

  test('of a holder of which nothing is known says neither, but that it may renew', async () => {
    const { id } = await held(null);
    expect(await codes(id)).toMatchObject({ first: 'renewal-may-come', verdict: 'unknown' });
  });
});

test('a release that is refused names the holder that has it now', async () => {
  const { id, key } = await held(1_000);
  const { seen } = await preview(own.runtime, id, { action: 'release' });
  const next = randomUUID();
  await beat({ process: next, host: 'worker-next' }, 0);
  await own.redis.multi().del(key).hset(key, `${next}:1`, 1).pexpire(key, 600_000).exec();
  const request = { seen, reason: '', typedKey: key };
  const refused = runAction(own.runtime, {
    id,
    action: 'release',
    body: { ...request, leaseMs: undefined },
    caller: callerAt('127.0.0.1'),
  });
  await expect(refused).rejects.toMatchObject({
    code: 'changed',
    details: { after: { holder: 'checkout (eu-1) · worker-next:4711' } },
  });
});

test('a process is found by its id, by host and process, and by what it calls itself', async () => {
  const { key, process, host } = await held(1_000);
  await until('named', () =>
    search(own.runtime, key, 20).locks.some(({ holders }) => holders[0]?.process?.app === 'checkout'),
  );
  for (const text of [process, `${host}:4711`, `checkout (eu-1) · ${host}:4711`]) {
    // First, not alone: a token of somebody else's lock on this Redis may stand in the text as well.
    expect(search(own.runtime, text, 20).locks[0]?.key.text, text).toBe(key);
    const q = text.includes(' ') ? `"${text}"` : text;
    expect(
      listPage(own.runtime, listQuery.parse({ q })).locks.map((lock) => lock.key.text),
      text,
    ).toEqual([key]);
  }
  expect(listPage(own.runtime, listQuery.parse({ q: `holder:${host}:4711 verdict:alive` })).matched).toBe(1);
  expect(search(own.runtime, 'checkout', 20).locks.map((lock) => lock.key.text)).toContain(key);
});

test('locks of one process belong together, those of its namesake do not', async () => {
  const [one, same, namesake] = [await held(0), await held(0), await held(0)];
  const as = (of: Held, startMs: number) =>
    own.redis.set(
      processKeyOf(of.process),
      formatProcessRecord({
        id: of.process,
        app: null,
        label: null,
        host: one.host,
        pid: 1,
        startMs,
        beatMs: 10_000,
        keepMs: KEEP_MS,
      }),
      'PX',
      KEEP_MS,
    );
  await Promise.all([as(one, 7), as(same, 7), as(namesake, 8)]);
  for (const { id } of [one, same, namesake]) await preview(own.runtime, id, { action: 'release' });
  const { alsoHolds } = await readDetail(own.runtime, one.id);
  expect(alsoHolds.map(({ key }) => key)).toEqual([same.key]);
});

test('the overview counts the locks whose holder is gone, and lists one finding for them', async () => {
  const before = (await overviewOf(own.runtime, null)).counts.gone;
  const { key } = await held(45_000);
  const overview = await until('counted', async () => {
    const now = await overviewOf(own.runtime, null);
    return now.counts.gone === before + 1 && now;
  });
  expect(Overview.parse(overview)).toEqual(overview);
  expect(overview.findings.find(({ code }) => code === 'holder-gone')?.count).toBe(before + 1);
  expect(own.runtime.locks().find((lock) => lock.key.text === key)?.state).toBe('at-risk');
});
