import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTwoPersons, type TwoPersons, type Who } from '../../../e2e/support/two-persons';
import { LOCK_ACTIONS } from '../../contract/action-codes';
import { commandLineAccount } from '../../domain/access/same-person';
import { createAccountNames } from '../../server/access/account-names';
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

const newKey = () => `order:${randomUUID()}:lock`;
const isHeld = async (key: string) => (await two.redis.exists(key)) === 1;

/** A lock that somebody asked a second person to release. */
async function asked(who: Who = alice, key = newKey()) {
  const lock = await two.held(who, key);
  const { status, body } = await two.ask(who, 'POST /api/locks/{id}/ask', { id: lock.id, body: lock.asked });
  expect(status, JSON.stringify(body)).toBe(200);
  return { ...lock, request: body.request, number: String(body.request.id) };
}

const approve = (who: Who, id: string) => two.ask(who, 'POST /api/requests/{id}/approve', { id, body: {} });

/** Entries about a lock, the newest first. */
async function auditOf(lockId: string) {
  const entries = await two.runtime.history.audit({ lockId, limit: 20 });
  return entries.map(({ action, actor, outcome, details }) => ({ action, actor, outcome, details }));
}

describe('an act that is asked for', () => {
  test('runs as of whoever asked, once somebody else approved', async () => {
    const { id, key, number, request } = await asked();
    expect(request).toMatchObject({
      ...{ state: 'waiting', action: 'release', own: true, mayDecide: 'same-person' },
      ...{ asked: { name: 'alice', via: 'password' }, reason: 'worker was killed' },
    });
    expect(request.expiresMs - request.asked.atMs).toBe(10 * MINUTE_MS);
    expect(await isHeld(key)).toBe(true);
    const seen = await two.ask(bob, 'GET /api/requests/{id}', { id: number });
    expect(seen.body.request).toMatchObject({ mayDecide: 'yes', own: false });
    expect(seen.body.request.plan?.consequences.length).toBeGreaterThan(0);

    const done = await approve(bob, number);
    expect(done.body.request).toMatchObject({
      ...{ state: 'done', decided: { name: 'bob', via: 'password' } },
      result: { outcome: 'released', why: null },
    });
    expect(await isHeld(key)).toBe(false);
    const again = await two.ask(alice, 'GET /api/requests/{id}', { id: number });
    expect(again.body.request.result).toEqual(done.body.request.result);
    const entries = await auditOf(id);
    expect(entries.map(({ action, actor, outcome }) => [action, actor, outcome])).toEqual([
      ['release', 'alice', 'released'],
      ['approve', 'bob', 'approved'],
      ['ask', 'alice', 'approved'],
    ]);
    expect(entries[0]?.details.approval).toMatchObject({
      ...{ by: 'bob', account: 'bob', via: 'password', request: request.id },
      atMs: done.body.request.decided?.atMs,
    });
    expect((await approve(bob, number)).code).toBe('not-waiting');
  });

  test('may be an extension', async () => {
    const lock = await two.held(alice, newKey(), 'extend');
    const body = { ...lock.asked, leaseMs: 3_000_000 };
    const made = await two.ask(alice, 'POST /api/locks/{id}/ask', { id: lock.id, body });
    expect(made.body.request.leaseMs).toBe(3_000_000);
    expect((await approve(bob, String(made.body.request.id))).body.request.state).toBe('done');
    expect(await two.redis.pttl(lock.key)).toBeGreaterThan(2_900_000);
  });

  test('is compared again when it runs, and both learn that the lock changed', async () => {
    const { id, key, number } = await asked();
    await two.redis.set(key, '77aa'.repeat(8), 'PX', 600_000);
    const done = await approve(bob, number);
    expect(done.status).toBe(200);
    expect(done.body.request).toMatchObject({
      state: 'refused',
      result: { outcome: 'refused', why: { code: 'changed', changed: ['holder'] } },
    });
    expect(await two.redis.get(key)).toBe('77aa'.repeat(8));
    const again = await two.ask(alice, 'GET /api/requests/{id}', { id: number });
    expect(again.body.request.state).toBe('refused');
    expect((await auditOf(id))[0]).toMatchObject({ action: 'release', actor: 'alice', outcome: 'refused' });
  });

  test('is refused at once when the lock changed, and then nothing waits', async () => {
    const lock = await two.held(alice, newKey());
    await two.redis.set(lock.key, '77aa'.repeat(8), 'PX', 600_000);
    const made = await two.ask(alice, 'POST /api/locks/{id}/ask', { id: lock.id, body: lock.asked });
    expect(made).toMatchObject({ status: 409, code: 'changed' });
    expect((await auditOf(lock.id))[0]).toMatchObject({ action: 'ask', outcome: 'refused' });
  });

  test('takes the consent, the reason and the key that the act takes', async () => {
    await two.redis.set('wait', '1'); // a constant value: a successor writes the same
    const lock = await two.held(alice, newKey(), 'release', '1');
    const { typedKey: _, ...without } = lock.asked as typeof lock.asked & { typedKey?: string };
    const made = await two.ask(alice, 'POST /api/locks/{id}/ask', { id: lock.id, body: without });
    expect(made).toMatchObject({ code: 'invalid-argument', details: { setting: 'typedKey' } });
  });

  test('takes the right to it', async () => {
    const lock = await two.held(alice, newKey());
    const viewer = await two.token('carol', [{ rights: ['preview'], targets: ['*'], keys: ['*'] }]);
    const made = await two.ask(viewer.who, 'POST /api/locks/{id}/ask', { id: lock.id, body: lock.asked });
    expect(made).toMatchObject({ status: 403, code: 'denied', details: { right: 'release' } });
  });

  test('is nothing for a connection that one person is enough for', async () => {
    const body = (await two.held(alice, newKey())).asked;
    const made = await two.ask(alice, 'POST /api/locks/{id}/ask', { id: 'free.0.order:1', body });
    expect(made).toMatchObject({ code: 'invalid-argument', details: { setting: 'twoPersons' } });
  });
});

describe('without a second person', () => {
  test.each(LOCK_ACTIONS)('nobody does %s, by whatever way', async (action) => {
    const token = await two.token('alice');
    const ways: Who[] = [alice, token.who, two.proxied('alice', 'admin'), two.proxied('dave', 'admin')];
    for (const who of ways) {
      const lock = await two.held(alice, newKey(), action);
      const before = await two.redis.pttl(lock.key);
      const done = await two.ask(who, `POST /api/locks/{id}/${action}`, {
        id: lock.id,
        body: { ...lock.body, ...(action === 'extend' && { leaseMs: 6_000_000 }) },
      });
      expect(done).toMatchObject({ status: 403, code: 'second-person', details: { problem: 'needed' } });
      expect(await two.redis.pttl(lock.key)).toBeLessThanOrEqual(before);
      expect(await isHeld(lock.key)).toBe(true);
      expect((await auditOf(lock.id))[0]).toMatchObject({ action, outcome: 'refused' });
    }
  });

  test('nothing that is sent stands for an approval', async () => {
    const lock = await two.held(alice, newKey());
    const approval = { by: 'bob', account: 'bob', via: 'password', atMs: 1, request: 1 };
    const body = Object.assign({}, lock.body, { approval });
    const done = await two.ask(alice, 'POST /api/locks/{id}/release', { id: lock.id, body });
    expect(done).toMatchObject({ status: 400, code: 'invalid-argument' });
    expect(await isHeld(lock.key)).toBe(true);
  });

  test('a plan for many leaves them out, and a run of many releases none', async () => {
    const lock = await two.held(alice, newKey());
    const { who } = await two.token('alice');
    const plan = await two.ask(who, 'POST /api/bulk/preview', { body: { ids: [lock.id] } });
    expect(plan.body.items).toMatchObject([{ id: lock.id, seen: null, why: { code: 'second-person' } }]);
    const items = [{ id: lock.id, seen: lock.body.seen }];
    await two
      .ask(who, 'POST /api/bulk/release', { body: { items, count: 1, reason: 'x', although: 'alive' } })
      .catch(() => {}); // it answers lines
    expect((await auditOf(lock.id))[0]).toMatchObject({
      outcome: 'refused',
      details: { code: 'second-person' },
    });
    expect(await isHeld(lock.key)).toBe(true);
  });
});

describe('one person cannot be both', () => {
  test('by their session again, by a token, by the proxy, by an address', async () => {
    const { key, number } = await asked();
    const token = await two.token('alice');
    const ways: [string, Who][] = [
      ['the same session', alice],
      ['another session', await two.user('alice')],
      ['a token they made', token.who],
      ['the proxy', two.proxied('alice', 'operator')],
      ['the proxy, in capitals', two.proxied('ALICE', 'operator')],
      ['the proxy, by address', two.proxied('Alice@Example.com', 'operator')],
      ['the proxy, with a domain', two.proxied('CORP\\alice', 'operator')],
    ];
    for (const [way, who] of ways)
      for (const decision of ['approve', 'decline'] as const) {
        const body = decision === 'decline' ? { reason: 'no' } : {};
        const done = await two.ask(who, `POST /api/requests/{id}/${decision}`, { id: number, body } as never);
        expect([way, done.status, done.code, done.details.problem]).toEqual([
          ...[way, 403, 'second-person', 'same-person'],
        ]);
      }
    expect(await isHeld(key)).toBe(true);
    expect((await approve(bob, number)).body.request.state).toBe('done');
  });

  test('nor by their token first and their session then', async () => {
    const { who } = await two.token('alice');
    const { number } = await asked(who);
    expect((await approve(alice, number)).details.problem).toBe('same-person');
    expect((await approve(two.proxied('alice@example.com', 'admin'), number)).details.problem).toBe(
      'same-person',
    );
  });

  test('nor by another name that a provider gave them', async () => {
    const { number } = await asked();
    await createAccountNames(two.runtime.archive).keep('00u1', ['Alice@Example.com', '00u1']);
    const { who } = await two.token('00u1');
    expect((await approve(who, number)).details.problem).toBe('same-person');
    expect((await approve((await two.token('00u2')).who, number)).body.request.state).toBe('done');
  });

  test('and a token that belongs to no user is nobody: it neither asks nor approves', async () => {
    const { who } = await two.token(commandLineAccount('root'));
    const { number } = await asked();
    expect(await approve(who, number)).toMatchObject({
      code: 'second-person',
      details: { problem: 'nobody' },
    });
    const lock = await two.held(who, newKey());
    const made = await two.ask(who, 'POST /api/locks/{id}/ask', { id: lock.id, body: lock.asked });
    expect(made).toMatchObject({ code: 'second-person', details: { problem: 'nobody' } });
  });

  test('whoever approves needs the right to the act', async () => {
    const { number, key } = await asked();
    const extender = await two.token('carol', [{ rights: ['extend'], targets: ['*'], keys: ['*'] }]);
    expect(await approve(extender.who, number)).toMatchObject({
      code: 'denied',
      details: { right: 'release' },
    });
    const other = await two.token('carol', [{ rights: ['release'], targets: ['free'], keys: ['*'] }]);
    expect(await approve(other.who, number)).toMatchObject({ status: 404, code: 'not-found' });
    const seen = await two.ask(other.who, 'GET /api/requests', {});
    expect(seen.body.requests).toEqual([]);
    const viewer = await two.token('carol', [{ rights: ['view'], targets: ['*'], keys: ['*'] }]);
    const [shown] = (await two.ask(viewer.who, 'GET /api/requests', {})).body.requests;
    expect(shown).toMatchObject({ plan: null, mayDecide: 'denied', own: false });
    expect(JSON.stringify(shown)).not.toContain('tokenDigest');
    expect(await isHeld(key)).toBe(true);
  });
});

describe('a request', () => {
  test('that was declined or taken back runs no more', async () => {
    const declined = await asked();
    const no = await two.ask(bob, 'POST /api/requests/{id}/decline', {
      ...{ id: declined.number, body: { reason: 'it still writes' } },
    });
    expect(no.body.request).toMatchObject({
      state: 'declined',
      decided: { name: 'bob', reason: 'it still writes' },
    });
    expect(await approve(bob, declined.number)).toMatchObject({
      ...{ status: 409, code: 'not-waiting', details: { state: 'declined' } },
    });
    const back = await asked();
    const { code } = await two.ask(bob, 'POST /api/requests/{id}/withdraw', { id: back.number, body: {} });
    expect(code).toBe('second-person');
    await two.ask(alice, 'POST /api/requests/{id}/withdraw', { id: back.number, body: {} });
    expect((await approve(bob, back.number)).details.state).toBe('withdrawn');
    expect((await auditOf(back.id)).map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      ...['approve refused', 'withdraw withdrawn', 'withdraw refused', 'ask withdrawn'],
    ]);
    for (const { key } of [declined, back]) expect(await isHeld(key)).toBe(true);
  });

  test('ends with its time, whether anybody looks or not', async () => {
    const { id, key, number } = await asked();
    clockMs += 10 * MINUTE_MS;
    try {
      const shown = await two.ask(await two.user('bob'), 'GET /api/requests/{id}', { id: number });
      expect(shown.body.request.state).toBe('expired');
      expect((await approve(await two.user('bob'), number)).details.state).toBe('expired');
      await endOldApprovals(two.runtime);
      await endOldApprovals(two.runtime);
      const [, asking] = await auditOf(id);
      expect(asking).toMatchObject({ action: 'ask', outcome: 'expired' });
      expect(await isHeld(key)).toBe(true);
    } finally {
      clockMs = 0;
    }
  });

  test('of somebody who was removed, or lost the right, is refused when it would run', async () => {
    const { accounts } = two.runtime.access;
    const gone = await asked(await two.user('eve', 'operator'));
    await accounts.removeUser('eve');
    const done = await approve(bob, gone.number);
    expect(done.body.request.result).toMatchObject({ outcome: 'refused', why: { problem: 'asker-gone' } });
    const again = await asked(await two.user('frank', 'operator'));
    await accounts.removeUser('frank');
    await two.user('frank', 'operator');
    expect((await approve(bob, again.number)).body.request.result?.why?.problem).toBe('asker-gone');
    const less = await asked(await two.user('grace', 'operator'));
    await accounts.changeUser('grace', { groups: [] });
    expect((await approve(bob, less.number)).body.request.result?.why?.problem).toBe('asker-denied');
    const token = await two.token('heidi');
    const revoked = await asked(token.who);
    await two.runtime.access.revokeToken(token.id);
    expect((await approve(bob, revoked.number)).body.request.result?.why?.problem).toBe('asker-gone');
    for (const { key } of [gone, again, less, revoked]) expect(await isHeld(key)).toBe(true);
  });

  test('of somebody whom the proxy named runs with the roles that they had', async () => {
    const { number, key } = await asked(two.proxied('ivan', 'operator'));
    expect((await approve(bob, number)).body.request.state).toBe('done');
    expect(await isHeld(key)).toBe(false);
  });

  test('releases all keys of a hold, or none', async () => {
    const token = randomUUID();
    const [first, second] = [newKey(), newKey()];
    const lock = await two.held(alice, first, 'release', token);
    const other = await two.held(alice, second, 'release', token);
    const also = [{ id: other.id, seen: other.body.seen }];
    const body = { ...lock.asked, typedKey: lock.preview.typedKey, also };
    const made = await two.ask(alice, 'POST /api/locks/{id}/ask', { id: lock.id, body });
    expect(made.body.request?.also, JSON.stringify(made.body)).toMatchObject([{ id: other.id }]);
    await two.redis.set(second, randomUUID(), 'PX', 600_000);
    const number = String(made.body.request.id);
    expect((await approve(bob, number)).body.request.result?.why?.code).toBe('changed');
    expect([await isHeld(first), await isHeld(second)]).toEqual([true, true]);
  });
});

test('more than twenty of one account do not wait', async () => {
  const who = two.proxied('judy', 'operator');
  const lock = await two.held(who, newKey());
  const codes: (string | undefined)[] = [];
  for (let n = 0; n < 21; n++)
    codes.push((await two.ask(who, 'POST /api/locks/{id}/ask', { id: lock.id, body: lock.asked })).code);
  expect(codes.slice(0, 20).every((code) => code === undefined)).toBe(true);
  expect(codes[20]).toBe('invalid-argument');
});
