import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { callerAt } from '../../../e2e/support/a-caller';
import { fileRuntime } from '../../../e2e/support/a-runtime';
import { until } from '../../../e2e/support/redis-server';
import type { Preview } from '../../contract/actions';
import type { ApiEndpoint } from '../../contract/endpoint';
import type { AnswerOf, EndpointKey } from '../../contract/endpoint-types';
import { ENDPOINTS } from '../../contract/endpoints';
import { noQuery } from '../../contract/queries';
import { endpointPath } from '../../contract/request';
import { isConsoleError } from '../../domain/values/errors';
import { checkAnswer } from './check-answer';
import { HANDLERS } from './handlers';

const own = await fileRuntime();
/** As node-redlock makes them: 16 bytes, and no UUID. */
const TOKEN = '0fc231521bc679ab0d4e0123456789ab';

type Asked = { id?: string; query?: object; body?: unknown };

/** What an endpoint answers, held to its schema; a Response as it is. */
async function answered<K extends EndpointKey>(key: K, { id = '', query = {}, body }: Asked = {}) {
  const endpoint: ApiEndpoint = ENDPOINTS[key];
  const result = await (HANDLERS[key] as (call: object) => unknown)({
    request: new Request(`http://console${endpointPath(key, { id, query } as never)}`),
    runtime: own.runtime,
    id,
    query: (endpoint.query ?? noQuery).parse(query),
    body: endpoint.body?.parse(body) ?? null,
    caller: callerAt('127.0.0.1'),
  });
  if (!(result instanceof Response)) checkAnswer(key, endpoint, result, true);
  return result as AnswerOf<K>;
}

/** A lock that is held and known. */
async function aLock() {
  const key = `shape:${randomUUID()}:lock`;
  await own.redis.multi().hset(key, `${randomUUID()}:47`, 1).pexpire(key, 60_000).exec();
  await own.runtime.watched('test').collector.refresh([key]);
  return `test.0.${key}`;
}

const HISTORY = ['series', 'debt', 'horizon', 'timeline', 'marks', 'ledger', 'handover'] as const;
const MEMORY = [
  ...['locks', 'families', 'holders', 'graph', 'overview', 'nodes', 'findings', 'silences', 'possible'],
  ...['audit', 'audit/chain', 'history/status', 'docs', 'openapi.json', 'config-schema'],
].map((name) => `GET /api/${name}` as EndpointKey);

test.each(MEMORY)('%s answers as the contract says, to the last field', async (key) => {
  await aLock();
  await answered(key);
});

test.each(HISTORY)('GET /api/history/%s answers as the contract says', async (name) => {
  const lock = await aLock();
  await answered(`GET /api/history/${name}`, { query: { lock } });
  await answered(`GET /api/history/${name}`);
});

test('a lock does as well, now and as it was', async () => {
  const id = await aLock();
  const { lock } = await answered('GET /api/locks/{id}', { id });
  expect(lock.id).toBe(id);
  expect((await answered('GET /api/search', { query: { q: lock.key.text } })).matched).toBe(1);
  const ref = `token:${lock.holders[0]?.token.text}`;
  expect((await answered('GET /api/holders/{id}', { id: ref })).locks).toHaveLength(1);
  await until('the history has it', async () => {
    const at = String(Date.now());
    await answered('GET /api/history/moment', { query: { at, graph: '1' } });
    try {
      return (await answered('GET /api/history/moment/{id}', { id, query: { at } })).lock.state === 'held';
    } catch (error) {
      if (isConsoleError(error, 'not-found')) return false;
      throw error;
    }
  });
});

test('a hold over several keys does as well, before and after a part of it is released', async () => {
  const names = ['room', 'seat', 'ticket'].map((name) => `${name}:${randomUUID()}:lock`);
  const all = own.redis.multi();
  for (const name of names) all.set(name, TOKEN, 'PX', 600_000);
  await all.exec();
  await own.runtime.watched('test').collector.refresh(names);
  const id = `test.0.${names[0]}`;
  const { seen, typedKey, hold, requires } = await answered('POST /api/locks/{id}/preview', {
    id,
    body: { action: 'release' },
  });
  const consent = requires.although && { although: requires.although };
  const [part] = hold?.parts ?? [];
  const also = [{ id: part?.lock.id, seen: part?.seen }];
  const body = { seen, typedKey, reason: 'a test', also, ...consent };
  const done = await answered('POST /api/locks/{id}/release', { id, body });
  expect(done).toMatchObject({ outcome: 'partly-released', hold: { kept: [{}] } });
});

test('what changes something does as well', async () => {
  const id = await aLock();
  const seenIn = ({ seen, typedKey, requires: { although } }: Preview) => ({
    ...{ seen, typedKey, reason: 'a test' },
    ...(although && { although }),
  });
  const longer = { action: 'extend', leaseMs: 90_000 };
  const extension = await answered('POST /api/locks/{id}/preview', { id, body: longer });
  const body = { ...seenIn(extension), leaseMs: 90_000 };
  expect((await answered('POST /api/locks/{id}/extend', { id, body })).outcome).toBe('extended');
  const release = await answered('POST /api/locks/{id}/preview', { id, body: { action: 'release' } });
  const done = await answered('POST /api/locks/{id}/release', { id, body: seenIn(release) });
  expect(done.outcome).toBe('released');

  const rule = { code: 'no-ttl', target: 'test', scope: { kind: 'all' } };
  const wanted = { ...rule, untilMs: Date.now() + 60_000, reason: 'a test' };
  const { silence } = await answered('POST /api/silences', { body: wanted });
  await answered('GET /api/silences');
  await answered('DELETE /api/silences/{id}', { id: silence.id });
  await answered('POST /api/possible/{id}', { id, body: { is: 'not-a-lock' } });
  await answered('GET /api/possible');
  await answered('POST /api/annotations', { body: { title: 'v2', kind: 'deploy' } });
  await answered('GET /api/audit');
});
