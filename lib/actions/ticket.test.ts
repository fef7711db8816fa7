import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { callerAt } from '../../e2e/support/a-caller';
import { fileRuntime } from '../../e2e/support/a-runtime';
import { until } from '../../e2e/support/redis-server';
import type { LockAction } from '../contract/action-codes';
import { ActionRequest } from '../contract/actions';
import { BulkRequest } from '../contract/bulk';
import { planned } from '../domain/actions/bulk';
import { bytesOf } from '../domain/keys/bytes';
import { slugOf } from '../domain/keys/lock-id';
import { bulkPlan } from './bulk/bulk-plan';
import { beginReleaseMany } from './bulk/release-many';
import { preview } from './plan/preview';
import { runAction } from './run/run-action';

const caller = callerAt('127.0.0.1');
const own = await fileRuntime();
const TICKET = 'https://t.example/browse/INC-1234';
const idOf = (key: string) => `test.0.${slugOf(bytesOf(key))}`;

async function held(): Promise<string> {
  const key = `order:${randomUUID()}:lock`;
  await own.redis.multi().hset(key, `${randomUUID()}:47`, 1).pexpire(key, 60_000).exec();
  return key;
}

async function act(key: string, action: LockAction, more: object = {}) {
  const { seen, typedKey, requires } = await preview(own.runtime, idOf(key), { action });
  const { although } = requires;
  const body = { seen, typedKey, reason: 'stuck', ...(although && { although }), ...more };
  return runAction(own.runtime, { id: idOf(key), action, body: ActionRequest.parse(body), caller });
}

const entriesOf = (key: string) => own.runtime.history.audit({ limit: 9, lockId: idOf(key) });
const ticketsOf = async (key: string) =>
  (await entriesOf(key)).map(({ action, outcome, details }) => [action, outcome, details.ticket]);

test('the audit has the ticket of each act from before it is tried, whatever came of it', async () => {
  const key = await held();
  await act(key, 'extend', { ticket: ' INC-1 ', leaseMs: 120_000 });
  const seen = await preview(own.runtime, idOf(key), { action: 'release' });
  await act(key, 'quarantine', { ticket: TICKET, quarantineMs: 1_000 });
  const late = { seen: seen.seen, typedKey: seen.typedKey, although: 'alive', ticket: 'INC-2' };
  await expect(act(key, 'release', late)).rejects.toMatchObject({ code: 'changed' });
  await until('the quarantine is over', async () => (await ticketsOf(key)).length === 4, 20_000);
  await until('it is released', async () => (await ticketsOf(key))[0]?.[1] === 'released', 20_000);
  expect(await ticketsOf(key)).toEqual([
    ['release', 'released', TICKET],
    ['release', 'refused', 'INC-2'],
    ['quarantine', 'quarantined', TICKET],
    ['extend', 'extended', 'INC-1'],
  ]);
  const found = await own.runtime.history.audit({ limit: 9, q: 'browse/inc-1234' });
  expect(found.map(({ action }) => action)).toEqual(['release', 'quarantine']);
  expect((await own.runtime.archive.auditChain()).broken).toBeNull();
});

test('a run has its ticket, and so has each of its locks', async () => {
  const keys = [await held(), await held()];
  const { collector } = own.runtime.watched('test');
  await until('all are known', () => keys.every((key) => collector.find(idOf(key))));
  const plan = await bulkPlan(own.runtime, { ids: keys.map(idOf) }, caller);
  const items = planned(plan.items).map(({ id, seen }) => ({ id, seen }));
  const { although } = plan.requires;
  const of = { items, count: 2, reason: 'drained', ticket: 'INC-3', ...(although && { although }) };
  const run = await beginReleaseMany(own.runtime, BulkRequest.parse(of), caller);
  await run.go(() => {}, new AbortController().signal);
  for (const key of keys) expect(await ticketsOf(key)).toEqual([['release', 'released', 'INC-3']]);
  const [entry] = await own.runtime.history.audit({ limit: 1, action: 'release-many' });
  expect(entry?.details.ticket).toBe('INC-3');
});

test('an act without a ticket has none in the audit', async () => {
  const key = await held();
  await act(key, 'release');
  const [entry] = await entriesOf(key);
  expect(entry?.outcome).toBe('released');
  expect(entry?.details).not.toHaveProperty('ticket');
});

test.each(['', ' ', 'INC 1', '"INC-1"', 'a\\b', '<b>', 'INC\u202e1', 'x'.repeat(201)])(
  'a request with the ticket %j is refused',
  (ticket) => {
    for (const schema of [ActionRequest, BulkRequest]) {
      const { error } = schema.safeParse({ ticket, reason: 'x' });
      expect(error?.issues.some(({ path }) => path[0] === 'ticket')).toBe(true);
    }
  },
);
