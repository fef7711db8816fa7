import { randomBytes, randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerAt } from '../../../e2e/support/a-caller';
import { type RedisServer, until } from '../../../e2e/support/redis-server';
import { type RedlockRuntime, startRedlockRuntime } from '../../../e2e/support/redlock-runtime';
import type { Preview, PreviewRequest } from '../../contract/actions';
import { bytesOf } from '../../domain/keys/bytes';
import { slugOf } from '../../domain/keys/lock-id';
import type { Runtime } from '../../server/runtime/types';
import { preview } from '../plan/preview';
import { runAction } from './run-action';

const caller = callerAt('127.0.0.1');
/** As node-redlock makes them: 16 bytes, and no UUID. */
const newToken = () => `${randomBytes(6).toString('hex')}0${randomBytes(10).toString('hex').slice(1)}`;
let own: RedlockRuntime;
let servers: RedisServer[];
let nodes: Redis[];
let runtime: Runtime;
beforeAll(async () => {
  own = await startRedlockRuntime();
  ({ servers, nodes, runtime } = own);
});
afterAll(() => own.close());

const idOf = (key: string) => `test.0.${slugOf(bytesOf(key))}`;
const votesOf = (key: string) => runtime.locks().find(({ id }) => id === idOf(key))?.votes ?? [];
const isEverywhere = (vote: string, keys: string[], of: number[]) =>
  keys.every((key) => of.every((nth) => votesOf(key)[nth]?.vote === vote));

/** A lock that every master has, and what an act on it would do. */
async function held(ask: PreviewRequest): Promise<{ key: string; plan: Preview }> {
  const key = `order:${randomUUID()}:lock`;
  const token = newToken();
  await Promise.all(nodes.map((redis) => redis.set(key, token, 'PX', 600_000)));
  await until('each master is read', () => isEverywhere('yes', [key], [0, 1, 2]));
  const plan = await preview(runtime, idOf(key), ask);
  expect(plan).toMatchObject({ allowed: true });
  return { key, plan };
}

async function act(
  action: 'extend' | 'quarantine',
  { key, plan }: { key: string; plan: Preview },
  of: object,
) {
  const { seen, typedKey } = plan;
  const consent = action === 'extend' ? {} : { although: 'alive' as const };
  const body = { seen, typedKey, reason: 'stuck', ...consent, ...of };
  return runAction(runtime, { id: idOf(key), action, body, caller });
}

const auditOf = (key: string) => runtime.history.audit({ limit: 5, lockId: idOf(key) });
const ended = (key: string) =>
  until('its quarantine has ended', async () =>
    (await auditOf(key)).find(({ action, outcome }) => action === 'release' && outcome !== 'attempted'),
  );

test('with one master down an extension and a quarantine are whole, with a quorum down they are in part', async () => {
  const [lease, time] = [{ leaseMs: 900_000 }, { quarantineMs: 1_000 }];
  const extended = [await held({ action: 'extend', ...lease }), await held({ action: 'extend', ...lease })];
  const quarantined = [
    await held({ action: 'quarantine', ...time }),
    await held({ action: 'quarantine', ...time }),
  ];
  const keys = [...extended, ...quarantined].map(({ key }) => key);
  const [whole, partly] = extended;
  const [wholly, inPart] = quarantined;
  if (!whole || !partly || !wholly || !inPart) throw new Error('there are two of each');

  await servers[2]?.stop('SIGKILL');
  await until('one is unread', () => isEverywhere('unread', keys, [2]));
  expect(await act('extend', whole, lease)).toMatchObject({ outcome: 'extended' });
  expect(await act('quarantine', wholly, time)).toMatchObject({ outcome: 'quarantined' });
  expect((await auditOf(whole.key))[0]?.details).not.toHaveProperty('short');
  const end = await ended(wholly.key);
  expect(end).toMatchObject({
    outcome: 'released',
    details: { nodes: [{ outcome: 'released' }, { outcome: 'released' }, { outcome: 'unreached' }] },
  });
  expect(end.details).not.toHaveProperty('short');

  await servers[1]?.stop('SIGKILL');
  await until('two are unread', () => isEverywhere('unread', [partly.key, inPart.key], [1, 2]));
  const extension = await act('extend', partly, lease);
  expect(extension.nodes.map(({ outcome }) => outcome)).toEqual(['extended', 'unreached', 'unreached']);
  expect(extension.outcome).toBe('partly-extended');
  expect(await auditOf(partly.key)).toMatchObject([
    { id: extension.auditId, action: 'extend', outcome: 'partly-extended', details: { short: true } },
  ]);
  const quarantine = await act('quarantine', inPart, time);
  expect(quarantine.nodes.map(({ outcome }) => outcome)).toEqual(['quarantined', 'unreached', 'unreached']);
  expect(quarantine).toMatchObject({ outcome: 'partly-quarantined', freedAtMs: expect.any(Number) });
  const begun = (await auditOf(inPart.key)).find(({ id }) => id === quarantine.auditId);
  expect(begun).toMatchObject({
    ...{ action: 'quarantine', outcome: 'partly-quarantined', details: { short: true } },
  });
  // Its holder may have it on the two that gave no answer.
  expect(await ended(inPart.key)).toMatchObject({
    outcome: 'partly-released',
    details: {
      ...{ quarantine: quarantine.auditId, short: true },
      nodes: [{ outcome: 'released' }, { outcome: 'unreached' }, { outcome: 'unreached' }],
    },
  });
});
