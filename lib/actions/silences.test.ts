import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { callerAt } from '../../e2e/support/a-caller';
import { startRuntime } from '../../e2e/support/a-runtime';
import { closing } from '../../e2e/support/closing';
import { fileRedis } from '../../e2e/support/file-redis';
import { ownServer } from '../../e2e/support/own-server';
import { until } from '../../e2e/support/redis-server';
import { FindingsAnswer } from '../contract/findings';
import { Overview } from '../contract/overview';
import { SilenceRequest, type SilenceScope, SilencesAnswer } from '../contract/silences';
import { findingsAnswer } from '../reads/findings';
import { nodesAnswer } from '../reads/nodes';
import { overviewOf } from '../reads/overview';
import type { Runtime } from '../server/runtime/types';
import { addSilence, endSilence, silencesAnswer } from './silences';

const redisUrl = await fileRedis();
const caller = callerAt('127.0.0.1', 'ann');
const HOUR_MS = 3_600_000;
const { opened } = closing();

/** A console on a server of its own with these locks without a TTL, all of them found. */
async function watching(
  keys: string[],
  context: Parameters<typeof ownServer>[0],
  settings = {},
): Promise<Runtime> {
  const { server, connect } = await ownServer(context);
  const redis = connect();
  for (const key of keys) await redis.set(key, randomUUID());
  const runtime = opened(await startRuntime(server.url, settings));
  await until('all are found', () => countOf(runtime) === keys.length);
  return runtime;
}

const countOf = (runtime: Runtime) =>
  findingsAnswer(runtime, null).byCode.find(({ code }) => code === 'no-ttl')?.count ?? 0;

const body = (runtime: Runtime, scope: SilenceScope, change = {}) => ({
  code: 'no-ttl' as const,
  target: 'test',
  scope,
  untilMs: runtime.now() + HOUR_MS,
  reason: 'being migrated',
  ...change,
});

describe('a silenced finding', () => {
  test('is listed with its silence, counted nowhere, and leaves the state of its lock', async (context) => {
    const runtime = await watching(['order:1:lock', 'order:2:lock', 'cron:lock'], context);
    const id = 'test.0.cron:lock';
    const before = await overviewOf(runtime, null);
    const { silence } = await addSilence(runtime, body(runtime, { kind: 'lock', id }), caller);
    const answer = findingsAnswer(runtime, 'test');
    expect(answer.byCode).toContainEqual({ code: 'no-ttl', count: 2 });
    expect(answer.silenced).toBe(1);
    const sum = answer.byCode.reduce((all, { count }) => all + count, 0);
    const counted = { locks: 3, findings: { all: sum }, nodes: 1 };
    expect(answer.tally, 'of the same moment').toMatchObject(counted);
    expect((await overviewOf(runtime, null)).tally).toMatchObject(counted);
    expect(nodesAnswer(runtime).tallies.test).toMatchObject(counted);
    const told = { id: silence.id, untilMs: silence.untilMs, reason: 'being migrated', by: 'ann' };
    expect(answer.findings.at(-1), 'the silenced come last').toMatchObject({ id, silence: told });
    const overview = await overviewOf(runtime, null);
    expect(overview.findings.find(({ code }) => code === 'no-ttl')?.count).toBe(2);
    expect(overview.counts, 'states stay').toEqual(before.counts);
    expect(overview.silenced).toMatchObject({ atRisk: 1, findings: 1, worst: [id] });
    expect(FindingsAnswer.parse(answer)).toEqual(answer);
    expect(Overview.parse(overview).silenced).toEqual(overview.silenced);
  });

  test('is every one of a family or a glob, and counts again when the silence is ended', async (context) => {
    const runtime = await watching(['order:1:lock', 'order:2:lock', 'cron:lock'], context);
    const family = { kind: 'family', family: 'order:*:lock' } as const;
    const { silence } = await addSilence(runtime, body(runtime, family), caller);
    expect(countOf(runtime)).toBe(1);
    expect(silencesAnswer(runtime, 'test').silences).toMatchObject([{ id: silence.id, findings: 2 }]);
    await addSilence(runtime, body(runtime, { kind: 'glob', glob: 'cron:*' }), caller);
    expect(countOf(runtime)).toBe(0);
    const listed = silencesAnswer(runtime, null);
    expect(SilencesAnswer.parse(listed)).toEqual(listed);
    await endSilence(runtime, silence.id, caller);
    expect(countOf(runtime)).toBe(2);
    await expect(endSilence(runtime, silence.id, caller)).rejects.toMatchObject({ code: 'not-found' });
  });

  test('stays one while something else that is grave is open on its lock', async (context) => {
    const { server, connect } = await ownServer(context);
    await connect().set('nobody:lock', '1');
    const runtime = opened(await startRuntime(server.url));
    await until(
      'both are found',
      () => findingsAnswer(runtime, null).byCode.length >= 2 && countOf(runtime) === 1,
    );
    await addSilence(runtime, body(runtime, { kind: 'all' }, { code: 'identifies-nobody' }), caller);
    const { silenced, counts } = await overviewOf(runtime, null);
    expect([counts.atRisk, silenced.atRisk, silenced.findings]).toEqual([1, 0, 1]);
  });

  test('outlives the console where there is a data folder, and the audit has both ends of it', async (context) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'lockscope-data-'));
    context.onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const settings = { LOCKSCOPE_DATA_DIR: dataDir };
    const first = await startRuntime(redisUrl, settings);
    const { silence, auditId } = await addSilence(first, body(first, { kind: 'all' }), caller);
    const id = auditId;
    expect((await first.history.audit({ limit: 1 }))[0]).toMatchObject({
      ...{ id, actor: 'ann', action: 'silence', outcome: 'silenced', reason: 'being migrated', lockId: null },
      details: { code: 'no-ttl', scope: { kind: 'all' }, untilMs: silence.untilMs, silenceId: silence.id },
    });
    await first.close();
    const second = opened(await startRuntime(redisUrl, settings));
    expect(silencesAnswer(second, 'test')).toMatchObject({ kept: 'file', notes: [], silences: [silence] });
    await endSilence(second, silence.id, { ...caller, claimed: null });
    expect((await second.history.audit({ limit: 1 }))[0]).toMatchObject({
      ...{ actor: 'local operator', action: 'end-silence', outcome: 'ended' },
      details: { silencedBy: 'ann', silencedReason: 'being migrated' },
    });
  });
});

describe('a silence is refused', () => {
  test.each<[string, SilenceScope, object, string]>([
    ['without an end to come', { kind: 'all' }, { untilMs: 1_000 }, 'untilMs: must be in the future'],
    [
      'beyond 90 days',
      { kind: 'all' },
      { untilMs: 9_000_000_000_000 },
      'untilMs: must be at most 90 days ahead',
    ],
    [
      'of a server by a rule on locks',
      { kind: 'node', node: 'r:1' },
      {},
      'scope.kind: must be one of lock, family',
    ],
    [
      'of a lock on another target',
      { kind: 'lock', id: 'other.0.a' },
      {},
      'scope.id: must be the id of a lock',
    ],
    ['on a target that is none', { kind: 'all' }, { target: 'nope' }, 'no target called nope'],
  ])('%s, naming the field', async (_, scope, change, message) => {
    const runtime = opened(await startRuntime(redisUrl));
    await expect(
      (async () => addSilence(runtime, body(runtime, scope, change), caller))(),
    ).rejects.toMatchObject({ code: 'invalid-argument', message: expect.stringContaining(message) });
    expect(runtime.silences.running()).toEqual([]);
  });

  test.each([
    ['reason', { reason: '  ' }],
    ['reason', { reason: 'x'.repeat(501) }],
    ['untilMs', { untilMs: undefined }],
    ['code', { code: 'nonsense' }],
    ['scope.glob', { scope: { kind: 'glob' } }],
  ])('by the schema for its %s', (field, change) => {
    const whole = { code: 'no-ttl', target: 'test', scope: { kind: 'all' }, untilMs: 1, reason: 'known' };
    expect(SilenceRequest.safeParse(whole).success).toBe(true);
    const parsed = SilenceRequest.safeParse({ ...whole, ...change });
    expect(parsed.error?.issues.map(({ path }) => path.join('.'))).toEqual([field]);
  });

  test('where the target is read-only, which the audit has, and beyond sixty a minute', async () => {
    const runtime = opened(await startRuntime(redisUrl, { LOCKSCOPE_READ_ONLY: 'true' }));
    const refused = () => addSilence(runtime, body(runtime, { kind: 'all' }), caller);
    await expect(refused()).rejects.toMatchObject({ code: 'read-only', details: { auditId: 1 } });
    expect((await runtime.history.audit({ limit: 1 }))[0]).toMatchObject({
      outcome: 'refused',
      action: 'silence',
    });
    for (let i = 0; i < 59; i++) await refused().catch(() => {});
    await expect((async () => refused())()).rejects.toMatchObject({ code: 'rate-limited' });
    expect(runtime.silences.running()).toEqual([]);
  });
});
