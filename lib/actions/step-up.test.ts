import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { callerAt } from '../../e2e/support/a-caller';
import { until } from '../../e2e/support/redis-server';
import { softPasskey } from '../../e2e/support/soft-passkey';
import { type TwoTargets, twoTargets } from '../../e2e/support/two-targets';
import type { Principal } from '../domain/access/principal';
import { bytesOf } from '../domain/keys/bytes';
import { slugOf } from '../domain/keys/lock-id';
import { isConsoleError } from '../domain/values/errors';
import { hashPassword } from '../server/access/password';
import { beginReleaseMany } from './bulk/release-many';
import { preview } from './plan/preview';
import { runAction } from './run/run-action';
import { stepUpFor, withStepUp } from './step-up';
import type { Caller } from './with-audit';

const ORIGIN = 'http://localhost:3000';
const RP = { id: 'localhost', origins: [ORIGIN] };
const idOf = (name: string) => `own.0.${slugOf(bytesOf(name))}`;
const key = softPasskey(ORIGIN);
const password = 'correct horse battery';
let two: TwoTargets;
let operator: Principal;
/** Two locks of each test's own. */
let keys: [string, string];

beforeAll(async () => {
  two = await twoTargets({ local: true }, { stepUp: true });
  const { accounts } = two.runtime.access;
  await accounts.addUser({ name: 'operator', password: await hashPassword(password), groups: ['operator'] });
  operator = await anotherSession();
  const { passkeys } = two.runtime.access;
  const { options } = await passkeys.askToAdd(operator, RP);
  await passkeys.add(operator, { name: 'laptop', credential: key.make(options) }, RP);
});
afterAll(() => two.close());

beforeEach(async () => {
  keys = [`order:${randomUUID()}:lock`, `order:${randomUUID()}:lock`];
  for (const each of keys) await two.own.set(each, randomBytes(20).toString('hex'), 'PX', 600_000);
  const { collector } = two.runtime.watched('own');
  await collector.refresh(keys.map(bytesOf));
  await until('both are known', () => keys.every((each) => collector.find(idOf(each))));
});

async function anotherSession(): Promise<Principal> {
  const attempt = { name: 'operator', password, address: '10.0.0.1', agent: '' };
  return (await two.runtime.access.withPassword(attempt)).principal;
}

async function confirmed(by: Principal): Promise<number> {
  const { passkeys } = two.runtime.access;
  const { options } = await passkeys.askToStepUp(by, RP);
  return (await passkeys.stepUp(by, key.answer(options), RP)).atMs;
}

const callerOf = (by: Principal): Caller => ({ by, address: '10.0.0.1', agent: '', claimed: null });

async function release(by: Principal, action: 'release' | 'extend' = 'release') {
  const { seen, typedKey } = await preview(two.runtime, idOf(keys[0]), { action });
  const body = { seen, typedKey, reason: 'test' };
  return runAction(two.runtime, { id: idOf(keys[0]), action, body, caller: callerOf(by) });
}

async function releaseMany(by: Principal) {
  const ids = keys.map(idOf);
  const items = await Promise.all(
    ids.map(async (id) => ({ id, seen: (await preview(two.runtime, id, { action: 'release' })).seen })),
  );
  const request = { items, count: 2, reason: 'test', scope: 'both' };
  return beginReleaseMany(two.runtime, request, callerOf(by));
}

async function refusal(work: Promise<unknown>) {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return isConsoleError(error) ? { code: error.code, message: error.message, ...error.details } : error;
}

const lastAudit = async () => (await two.runtime.history.audit({ limit: 1 }))[0];
const heldNow = () => two.own.exists(...keys);

test('an act takes a passkey of the session that asks, at most five minutes before, and the audit says when', async () => {
  const refused = await refusal(release(operator));
  expect(refused).toMatchObject({ code: 'step-up-required', lacks: 'passkey', target: 'own' });
  expect(await lastAudit()).toMatchObject({
    ...{ action: 'release', actor: 'operator', outcome: 'refused' },
    details: { code: 'step-up-required', lacks: 'passkey' },
  });
  expect(await refusal(release(operator, 'extend'))).toMatchObject({ code: 'step-up-required' });
  const other = await anotherSession();
  const atMs = await confirmed(other);
  expect(await refusal(release(operator)), 'another session of the account').toMatchObject({
    lacks: 'passkey',
  });
  expect(await heldNow()).toBe(2);
  expect(await release(other, 'extend')).toMatchObject({ outcome: 'extended' });
  expect(await release(other)).toMatchObject({ outcome: 'released' });
  expect(await lastAudit()).toMatchObject({ outcome: 'released', details: { passkeyAtMs: atMs } });
});

test('a run of many takes it once, before the first lock, and is in the audit when it is refused', async () => {
  expect(await refusal(releaseMany(operator))).toMatchObject({ code: 'step-up-required', lacks: 'passkey' });
  expect(await lastAudit()).toMatchObject({ action: 'release-many', outcome: 'refused' });
  expect(await heldNow()).toBe(2);
  const by = await anotherSession();
  const atMs = await confirmed(by);
  const lines: object[] = [];
  const run = await releaseMany(by);
  await run.go((line) => lines.push(line), new AbortController().signal);
  expect(lines).toMatchObject([{ result: {} }, { result: {} }, { end: { counts: { released: 2 } } }]);
  const entries = await two.runtime.history.audit({ limit: 10, action: 'release-many', outcome: 'released' });
  expect(entries[0]).toMatchObject({ details: { planned: 2, passkeyAtMs: atMs } });
});

test.each<[string, (by: Principal) => Caller]>([
  ['a token', (by) => callerOf({ ...by, via: 'token', session: 'f'.repeat(64) })],
  ['a token that has the name of a session', (by) => callerOf({ ...by, via: 'token' })],
  ["a proxy's user", (by) => callerOf({ ...by, via: 'proxy', session: null })],
  ['the command line without a console', () => callerAt('127.0.0.1')],
])('%s is refused with a reason', async (_, callerFor) => {
  const by = await anotherSession();
  await confirmed(by);
  const caller = callerFor(by);
  const { seen, typedKey } = await preview(two.runtime, idOf(keys[0]), { action: 'release' });
  const body = { seen, typedKey, reason: 'test' };
  const act = runAction(two.runtime, { id: idOf(keys[0]), action: 'release', body, caller });
  expect(await refusal(act)).toMatchObject({
    ...{ code: 'step-up-required', lacks: 'no-session' },
    message: expect.stringContaining('takes a sign-in at the console'),
  });
  expect(await heldNow()).toBe(2);
});

test('a plan says beforehand that a passkey has to confirm it', async () => {
  const { runtime } = two;
  const plan = { at: 1 };
  expect(await withStepUp(runtime, callerOf(operator), plan, ['own'])).toEqual({ at: 1, stepUp: 'passkey' });
  const by = await anotherSession();
  await confirmed(by);
  expect(await withStepUp(runtime, callerOf(by), plan, ['own', 'other', 'own'])).toEqual(plan);
  expect(await stepUpFor(runtime, callerOf(operator), [{ name: 'own' }])).toEqual({
    ...{ passkeyAtMs: null, refusal: null },
  });
});
