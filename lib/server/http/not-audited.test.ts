import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRuntime } from '../../../e2e/support/a-runtime';
import { fileRedis } from '../../../e2e/support/file-redis';
import { until } from '../../../e2e/support/redis-server';
import type { ActionResult, Preview } from '../../contract/actions';
import type { AuditAnswer } from '../../contract/audit';
import type { EndpointKey } from '../../contract/endpoint-types';
import { ENDPOINTS } from '../../contract/endpoints';
import { endpointPath } from '../../contract/request';
import { isConsoleError } from '../../domain/values/errors';
import { TOKEN_PREFIX } from '../access/accounts';
import { PEER } from '../front/peer';
import type { Runtime } from '../runtime/types';
import { answered } from './answered';

const redisUrl = await fileRedis();
const KEY = `order:${randomUUID()}:lock`;
const LOCK = `test.0.${KEY}`;
const EVERYTHING = [{ rights: ['view'], targets: ['*'], keys: ['*'] }];
let redis: Redis;
let folder = '';
let history = '';
let runtime: Runtime;

/** A history whose database cannot be opened until `repair` is called. */
beforeAll(async () => {
  redis = new Redis(redisUrl);
  folder = await mkdtemp(join(tmpdir(), 'lockscope-audited-'));
  history = join(folder, 'history.db');
  await mkdir(history);
  runtime = await startRuntime(redisUrl, { LOCKSCOPE_HISTORY_URL: history, LOCKSCOPE_XRAY: 'true' });
});
afterAll(async () => {
  await runtime.close();
  redis.disconnect();
  await rm(folder, { recursive: true, force: true });
});

async function ask<T>(key: EndpointKey, id = '', body: object | null = null): Promise<T> {
  const [method = ''] = key.split(' ');
  const headers = new Headers({ [PEER]: '127.0.0.1', ...(body && { 'content-type': 'application/json' }) });
  const url = `http://127.0.0.1${endpointPath(key, { id, query: {} } as never)}`;
  const request = new Request(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const response = await answered(runtime, key, request, id);
  return (await response.json()) as T;
}

async function held(): Promise<Preview> {
  await redis.multi().del(KEY).hset(KEY, `${randomUUID()}:47`, 1).pexpire(KEY, 600_000).exec();
  await runtime.watched('test').collector.refresh([KEY]);
  return ask<Preview>('POST /api/locks/{id}/preview', LOCK, { action: 'release' });
}

/** A request of every endpoint that the audit has, which would succeed but for the audit. */
async function changes(): Promise<Partial<Record<EndpointKey, [id: string, body: object | null]>>> {
  const { seen, typedKey } = await held();
  const act = { seen, typedKey, reason: 'stuck', although: 'alive' };
  const silence = { code: 'no-ttl', target: 'test', scope: { kind: 'all' }, reason: 'known' };
  return {
    'POST /api/locks/{id}/release': [LOCK, act],
    'POST /api/locks/{id}/extend': [LOCK, { ...act, leaseMs: 900_000 }],
    'POST /api/locks/{id}/quarantine': [LOCK, act],
    'POST /api/bulk/release': ['', { items: [{ id: LOCK, seen }], count: 1, reason: 'x', although: 'alive' }],
    'POST /api/locks/{id}/xray': [LOCK, { seconds: 1 }],
    'POST /api/silences': ['', { ...silence, untilMs: Date.now() + 60_000 }],
    'POST /api/possible/{id}': [LOCK, { is: 'not-a-lock' }],
    'POST /api/annotations': ['', { title: 'v2', kind: 'note', target: 'test' }],
    'POST /api/tokens': ['', { name: 'x', days: 1, grants: EVERYTHING }],
    'DELETE /api/sessions/{id}': ['ann', null],
  };
}

/** Endpoints that change a thing which has to be there, or that take somebody who signed in or a console without targets. */
const NEEDS_MORE: EndpointKey[] = [
  'DELETE /api/silences/{id}',
  'DELETE /api/tokens/{id}',
  'DELETE /api/session/passkeys/{id}',
  'POST /api/session/passkeys',
  'POST /api/session/step-up',
  'POST /api/locks/{id}/ask',
  'POST /api/requests/{id}/approve',
  'POST /api/requests/{id}/decline',
  'POST /api/requests/{id}/withdraw',
  'POST /api/sample-data',
  'POST /api/targets',
  'POST /api/targets/test',
];

test('nothing is done, and nothing is sent, where neither database nor spool takes the audit', async () => {
  await mkdir(join(folder, 'direct-audit.jsonl'));
  const asked = await changes();
  const audited = Object.entries(ENDPOINTS).flatMap(([key, row]) => ('audited' in row ? [key] : []));
  expect([...Object.keys(asked), ...NEEDS_MORE].sort()).toEqual(audited.sort());
  const before = await redis.dump(KEY);
  const scripts = async () =>
    /cmdstat_evalsha:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1] ?? '0';
  const ran = await scripts();
  for (const [key, [id, body]] of Object.entries(asked) as [EndpointKey, [string, object | null]][]) {
    const refused = await ask(key, id, body).catch((error: unknown) => error);
    const isRefused = isConsoleError(refused, 'not-audited') && refused.details.mayHaveHappened === false;
    expect([key, isRefused ? 'not-audited' : refused]).toEqual([key, 'not-audited']);
  }
  expect(await redis.dump(KEY)).toBe(before);
  expect(await scripts()).toBe(ran);
  expect(runtime.silences.running()).toEqual([]);
  expect(runtime.decisions.all()).toEqual([]);
  await rm(join(folder, 'direct-audit.jsonl'), { recursive: true });
}, 60_000);

test('a run whose caller cannot be looked up was not begun, and its answer says so', async (context) => {
  const file = join(folder, 'lockscope.config.json');
  await writeFile(
    file,
    JSON.stringify({ signIn: { local: true }, targets: [{ name: 'test', url: redisUrl }] }),
  );
  const signedIn = await startRuntime({ LOCKSCOPE_CONFIG: file, LOCKSCOPE_HISTORY_URL: history });
  context.onTestFinished(() => signedIn.close());
  const url = `http://127.0.0.1${endpointPath('POST /api/bulk/release', { query: {} } as never)}`;
  const headers = { [PEER]: '127.0.0.1', authorization: `Bearer ${TOKEN_PREFIX}${randomUUID()}` };
  const request = new Request(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
  });
  await expect(answered(signedIn, 'POST /api/bulk/release', request, '')).rejects.toMatchObject({
    code: 'history-unavailable',
    details: { mayHaveHappened: false },
  });
});

test('with a spool an act is done, shown as waiting, and in the chain when the database is back', async () => {
  const { seen, typedKey } = await held();
  const body = { seen, typedKey, reason: 'stuck', although: 'alive' };
  const { auditId } = await ask<ActionResult>('POST /api/locks/{id}/release', LOCK, body);
  expect(auditId).toBeLessThan(0);
  expect(await redis.exists(KEY)).toBe(0);
  const lines = (await readFile(join(folder, 'direct-audit.jsonl'), 'utf8')).split('\n').filter(Boolean);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { entry: { outcome: 'attempted', lockId: LOCK } },
    { outcome: 'released' },
  ]);
  const shown = await ask<AuditAnswer>('GET /api/audit');
  expect(shown.waiting).toBe(1);
  expect(shown.entries[0]).toMatchObject({ id: auditId, outcome: 'released', hash: null });

  await rm(history, { recursive: true });
  const after = await until(
    'it is in the database',
    async () => {
      const answer = await ask<AuditAnswer>('GET /api/audit');
      return answer.waiting === 0 ? answer : undefined;
    },
    30_000,
  );
  expect(after.entries).toMatchObject([
    { outcome: 'released', lockId: LOCK, hash: expect.any(String), details: { spooled: expect.any(String) } },
  ]);
  expect((await runtime.archive.auditChain()).broken).toBeNull();
}, 60_000);
