import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTwoPersons, type TwoPersons, type Who } from '../../../e2e/support/two-persons';
import { endOldApprovals } from './end-approvals';

let two: TwoPersons;
let alice: Who;
let bob: Who;
let clockMs = 0;
const MINUTE_MS = 60_000;

beforeAll(async () => {
  two = await startTwoPersons('memory:', () => Date.now() + clockMs);
  alice = await two.user('alice', 'operator');
  bob = await two.user('bob', 'operator');
});
afterAll(() => two.close());

describe('an act that is asked for', () => {
  test('runs as of whoever asked, once somebody else approved', async () => {
    const { id, key, number, request } = await two.askedBy(alice);
    expect(request).toMatchObject({
      ...{ state: 'waiting', action: 'release', own: true, mayDecide: 'same-person' },
      ...{ asked: { name: 'alice', via: 'password' }, reason: 'worker was killed' },
    });
    expect(request.expiresMs - request.asked.atMs).toBe(10 * MINUTE_MS);
    expect(await two.isHeld(key)).toBe(true);
    const seen = await two.ask(bob, 'GET /api/requests/{id}', { id: number });
    expect(seen.body.request).toMatchObject({ mayDecide: 'yes', own: false });
    expect(seen.body.request.plan?.consequences.length).toBeGreaterThan(0);
    expect(seen.body.request.plan?.change).toEqual({
      ...{ does: 'delete-key', nodes: [expect.stringMatching(/^127\.0\.0\.1:\d+$/)], withDeadline: false },
    });

    const done = await two.approve(bob, number);
    expect(done.body.request).toMatchObject({
      ...{ state: 'done', decided: { name: 'bob', via: 'password' } },
      result: { outcome: 'released', why: null },
    });
    expect(await two.isHeld(key)).toBe(false);
    const again = await two.ask(alice, 'GET /api/requests/{id}', { id: number });
    expect(again.body.request.result).toEqual(done.body.request.result);
    const entries = await two.auditOf(id);
    expect(entries.map(({ action, actor, outcome }) => [action, actor, outcome])).toEqual([
      ['release', 'alice', 'released'],
      ['approve', 'bob', 'approved'],
      ['ask', 'alice', 'approved'],
    ]);
    expect(entries[0]?.details.approval).toMatchObject({
      ...{ by: 'bob', account: 'bob', via: 'password', request: request.id },
      atMs: done.body.request.decided?.atMs,
    });
    expect((await two.approve(bob, number)).code).toBe('not-waiting');
  });

  test('names its ticket to whoever decides, and in the audit of the request and of the act', async () => {
    const lock = await two.held(alice, two.newKey());
    const body = { ...lock.asked, ticket: 'INC-1234' };
    const made = await two.ask(alice, 'POST /api/locks/{id}/ask', { id: lock.id, body });
    const number = String(made.body.request.id);
    const seen = await two.ask(bob, 'GET /api/requests/{id}', { id: number });
    expect(seen.body.request.ticket).toBe('INC-1234');
    await two.approve(bob, number);
    const entries = await two.auditOf(lock.id);
    expect(entries.map(({ action, details }) => [action, details.ticket])).toEqual([
      ['release', 'INC-1234'],
      ['approve', undefined],
      ['ask', 'INC-1234'],
    ]);
    expect((await two.askedBy(alice)).request.ticket).toBeNull();
  });

  test('may be an extension', async () => {
    const lock = await two.held(alice, two.newKey(), 'extend');
    const body = { ...lock.asked, leaseMs: 3_000_000 };
    const made = await two.ask(alice, 'POST /api/locks/{id}/ask', { id: lock.id, body });
    expect(made.body.request.leaseMs).toBe(3_000_000);
    expect(made.body.request.plan?.change?.does).toBe('extend');
    expect((await two.approve(bob, String(made.body.request.id))).body.request.state).toBe('done');
    expect(await two.redis.pttl(lock.key)).toBeGreaterThan(2_900_000);
  });

  test('extends by what its plan says, whatever lease is known by then', async () => {
    const lock = await two.held(alice, two.newKey(), 'extend');
    const made = await two.ask(alice, 'POST /api/locks/{id}/ask', { id: lock.id, body: lock.asked });
    const planned = made.body.request.plan?.consequences.find(({ code }) => code === 'lease-becomes');
    expect(planned?.values.ttlMs).toBeLessThanOrEqual(600_000);
    // Its holder has it for an hour, and then for somewhat longer than it was seen.
    const { collector } = two.runtime.watched('own');
    for (const ms of [3_600_000, 700_000]) {
      await two.redis.pexpire(lock.key, ms);
      await collector.refresh([lock.key]);
    }
    expect(collector.find(lock.id)?.lock.leaseMs).toBeGreaterThan(3_500_000);
    const done = await two.approve(bob, String(made.body.request.id));
    expect(done.body.request.result?.outcome).toBe('extended');
    expect(await two.redis.pttl(lock.key)).toBeLessThanOrEqual(700_000);
    expect(done.body.request.leaseMs).toBe(planned?.values.ttlMs);
  });

  test('is compared again when it runs, and both learn that the lock changed', async () => {
    const { id, key, number } = await two.askedBy(alice);
    await two.redis.set(key, '77aa'.repeat(8), 'PX', 600_000);
    const done = await two.approve(bob, number);
    expect(done.status).toBe(200);
    expect(done.body.request).toMatchObject({
      state: 'refused',
      result: { outcome: 'refused', why: { code: 'changed', changed: ['holder'] } },
    });
    expect(await two.redis.get(key)).toBe('77aa'.repeat(8));
    const again = await two.ask(alice, 'GET /api/requests/{id}', { id: number });
    expect(again.body.request.state).toBe('refused');
    expect((await two.auditOf(id))[0]).toMatchObject({
      action: 'release',
      actor: 'alice',
      outcome: 'refused',
    });
  });

  test('is refused at once when the lock changed, and then nothing waits', async () => {
    const lock = await two.held(alice, two.newKey());
    await two.redis.set(lock.key, '77aa'.repeat(8), 'PX', 600_000);
    const made = await two.ask(alice, 'POST /api/locks/{id}/ask', { id: lock.id, body: lock.asked });
    expect(made).toMatchObject({ status: 409, code: 'changed' });
    expect((await two.auditOf(lock.id))[0]).toMatchObject({ action: 'ask', outcome: 'refused' });
  });

  test('takes the consent, the reason and the key that the act takes', async () => {
    await two.redis.set('wait', '1'); // a constant value: a successor writes the same
    const lock = await two.held(alice, two.newKey(), 'release', '1');
    const { typedKey: _, ...without } = lock.asked as typeof lock.asked & { typedKey?: string };
    const made = await two.ask(alice, 'POST /api/locks/{id}/ask', { id: lock.id, body: without });
    expect(made).toMatchObject({ code: 'invalid-argument', details: { setting: 'typedKey' } });
  });

  test('takes the right to it', async () => {
    const lock = await two.held(alice, two.newKey());
    const viewer = await two.token('carol', [{ rights: ['preview'], targets: ['*'], keys: ['*'] }]);
    const made = await two.ask(viewer.who, 'POST /api/locks/{id}/ask', { id: lock.id, body: lock.asked });
    expect(made).toMatchObject({ status: 403, code: 'denied', details: { right: 'release' } });
  });

  test('is nothing for a connection that one person is enough for', async () => {
    const body = (await two.held(alice, two.newKey())).asked;
    const made = await two.ask(alice, 'POST /api/locks/{id}/ask', { id: 'free.0.order:1', body });
    expect(made).toMatchObject({ code: 'invalid-argument', details: { setting: 'twoPersons' } });
  });
});

describe('a request', () => {
  test('that was declined or taken back runs no more', async () => {
    const declined = await two.askedBy(alice);
    const no = await two.ask(bob, 'POST /api/requests/{id}/decline', {
      ...{ id: declined.number, body: { reason: 'it still writes' } },
    });
    expect(no.body.request).toMatchObject({
      state: 'declined',
      decided: { name: 'bob', reason: 'it still writes' },
    });
    expect(await two.approve(bob, declined.number)).toMatchObject({
      ...{ status: 409, code: 'not-waiting', details: { state: 'declined' } },
    });
    const back = await two.askedBy(alice);
    const { code } = await two.ask(bob, 'POST /api/requests/{id}/withdraw', { id: back.number, body: {} });
    expect(code).toBe('second-person');
    await two.ask(alice, 'POST /api/requests/{id}/withdraw', { id: back.number, body: {} });
    expect((await two.approve(bob, back.number)).details.state).toBe('withdrawn');
    expect((await two.auditOf(back.id)).map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      ...['approve refused', 'withdraw withdrawn', 'withdraw refused', 'ask withdrawn'],
    ]);
    for (const { key } of [declined, back]) expect(await two.isHeld(key)).toBe(true);
  });

  test('ends with its time, whether anybody looks or not', async () => {
    const { id, key, number } = await two.askedBy(alice);
    clockMs += 10 * MINUTE_MS;
    try {
      const shown = await two.ask(await two.user('bob'), 'GET /api/requests/{id}', { id: number });
      expect(shown.body.request.state).toBe('expired');
      expect((await two.approve(await two.user('bob'), number)).details.state).toBe('expired');
      await endOldApprovals(two.runtime);
      await endOldApprovals(two.runtime);
      const [, asking] = await two.auditOf(id);
      expect(asking).toMatchObject({ action: 'ask', outcome: 'expired' });
      expect(await two.isHeld(key)).toBe(true);
    } finally {
      clockMs = 0;
    }
  });

  test('of somebody who was removed, or lost the right, is refused when it would run', async () => {
    const { accounts } = two.runtime.access;
    const gone = await two.askedBy(await two.user('eve', 'operator'));
    await accounts.removeUser('eve');
    const done = await two.approve(bob, gone.number);
    expect(done.body.request.result).toMatchObject({ outcome: 'refused', why: { problem: 'asker-gone' } });
    const again = await two.askedBy(await two.user('frank', 'operator'));
    await accounts.removeUser('frank');
    await two.user('frank', 'operator');
    expect((await two.approve(bob, again.number)).body.request.result?.why?.problem).toBe('asker-gone');
    const less = await two.askedBy(await two.user('grace', 'operator'));
    await accounts.changeUser('grace', { groups: [] });
    expect((await two.approve(bob, less.number)).body.request.result?.why?.problem).toBe('asker-denied');
    const token = await two.token('heidi');
    const revoked = await two.askedBy(token.who);
    await two.runtime.access.revokeToken(token.id);
    expect((await two.approve(bob, revoked.number)).body.request.result?.why?.problem).toBe('asker-gone');
    for (const { key } of [gone, again, less, revoked]) expect(await two.isHeld(key)).toBe(true);
  });

  test('of somebody whom the proxy named runs with the roles that they had', async () => {
    const { number, key } = await two.askedBy(two.proxied('ivan', 'operator'));
    expect((await two.approve(bob, number)).body.request.state).toBe('done');
    expect(await two.isHeld(key)).toBe(false);
  });

  test('releases all keys of a hold, or none', async () => {
    const token = randomUUID();
    const [first, second] = [two.newKey(), two.newKey()];
    const lock = await two.held(alice, first, 'release', token);
    const other = await two.held(alice, second, 'release', token);
    const also = [{ id: other.id, seen: other.body.seen }];
    const body = { ...lock.asked, typedKey: lock.preview.typedKey, also };
    const made = await two.ask(alice, 'POST /api/locks/{id}/ask', { id: lock.id, body });
    expect(made.body.request?.also, JSON.stringify(made.body)).toMatchObject([{ id: other.id }]);
    await two.redis.set(second, randomUUID(), 'PX', 600_000);
    const number = String(made.body.request.id);
    expect((await two.approve(bob, number)).body.request.result?.why?.code).toBe('changed');
    expect([await two.isHeld(first), await two.isHeld(second)]).toEqual([true, true]);
  });
});

test('more than twenty of one account do not wait', async () => {
  const who = two.proxied('judy', 'operator');
  const lock = await two.held(who, two.newKey());
  const codes: (string | undefined)[] = [];
  for (let n = 0; n < 21; n++)
    codes.push((await two.ask(who, 'POST /api/locks/{id}/ask', { id: lock.id, body: lock.asked })).code);
  expect(codes.slice(0, 20).every((code) => code === undefined)).toBe(true);
  expect(codes[20]).toBe('invalid-argument');
});
