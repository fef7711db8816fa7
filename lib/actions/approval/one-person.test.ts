import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTwoPersons, type TwoPersons, type Who } from '../../../e2e/support/two-persons';
import { LOCK_ACTIONS } from '../../contract/action-codes';
import { commandLineAccount } from '../../domain/access/same-person';
import { createAccountNames } from '../../server/access/account-names';

let two: TwoPersons;
let alice: Who;
let bob: Who;

beforeAll(async () => {
  two = await startTwoPersons();
  alice = await two.user('alice', 'operator');
  bob = await two.user('bob', 'operator');
});
afterAll(() => two.close());

describe('without a second person', () => {
  test.each(LOCK_ACTIONS)('nobody does %s, by whatever way', async (action) => {
    const token = await two.token('alice');
    const ways: Who[] = [alice, token.who, two.proxied('alice', 'admin'), two.proxied('dave', 'admin')];
    for (const who of ways) {
      const lock = await two.held(alice, two.newKey(), action);
      const before = await two.redis.pttl(lock.key);
      const done = await two.ask(who, `POST /api/locks/{id}/${action}`, {
        id: lock.id,
        body: { ...lock.body, ...(action === 'extend' && { leaseMs: 6_000_000 }) },
      });
      expect(done).toMatchObject({ status: 403, code: 'second-person', details: { problem: 'needed' } });
      expect(await two.redis.pttl(lock.key)).toBeLessThanOrEqual(before);
      expect(await two.isHeld(lock.key)).toBe(true);
      expect((await two.auditOf(lock.id))[0]).toMatchObject({ action, outcome: 'refused' });
    }
  });

  test('nothing that is sent stands for an approval', async () => {
    const lock = await two.held(alice, two.newKey());
    const approval = { by: 'bob', account: 'bob', via: 'password', atMs: 1, request: 1 };
    const body = Object.assign({}, lock.body, { approval });
    const done = await two.ask(alice, 'POST /api/locks/{id}/release', { id: lock.id, body });
    expect(done).toMatchObject({ status: 400, code: 'invalid-argument' });
    expect(await two.isHeld(lock.key)).toBe(true);
  });

  test('a plan for many leaves them out, and a run of many releases none', async () => {
    const lock = await two.held(alice, two.newKey());
    const { who } = await two.token('alice');
    const plan = await two.ask(who, 'POST /api/bulk/preview', { body: { ids: [lock.id] } });
    expect(plan.body.items).toMatchObject([{ id: lock.id, seen: null, why: { code: 'second-person' } }]);
    const items = [{ id: lock.id, seen: lock.body.seen }];
    await two
      .ask(who, 'POST /api/bulk/release', { body: { items, count: 1, reason: 'x', although: 'alive' } })
      .catch(() => {}); // it answers lines
    expect((await two.auditOf(lock.id))[0]).toMatchObject({
      outcome: 'refused',
      details: { code: 'second-person' },
    });
    expect(await two.isHeld(lock.key)).toBe(true);
  });
});

describe('one person cannot be both', () => {
  test('by their session again, by a token, by the proxy, by an address', async () => {
    const { key, number } = await two.askedBy(alice);
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
    expect(await two.isHeld(key)).toBe(true);
    expect((await two.approve(bob, number)).body.request.state).toBe('done');
  });

  test('nor by their token first and their session then', async () => {
    const { who } = await two.token('alice');
    const { number } = await two.askedBy(who);
    expect((await two.approve(alice, number)).details.problem).toBe('same-person');
    expect((await two.approve(two.proxied('alice@example.com', 'admin'), number)).details.problem).toBe(
      'same-person',
    );
  });

  test('nor by another name that a provider gave them', async () => {
    const { number } = await two.askedBy(alice);
    await createAccountNames(two.runtime.archive).keep('00u1', ['Alice@Example.com', '00u1']);
    const { who } = await two.token('00u1');
    expect((await two.approve(who, number)).details.problem).toBe('same-person');
    expect((await two.approve((await two.token('00u2')).who, number)).body.request.state).toBe('done');
  });

  test('and a token that belongs to no user is nobody: it neither asks nor approves', async () => {
    const { who } = await two.token(commandLineAccount('root'));
    const { number } = await two.askedBy(alice);
    expect(await two.approve(who, number)).toMatchObject({
      code: 'second-person',
      details: { problem: 'nobody' },
    });
    const lock = await two.held(who, two.newKey());
    const made = await two.ask(who, 'POST /api/locks/{id}/ask', { id: lock.id, body: lock.asked });
    expect(made).toMatchObject({ code: 'second-person', details: { problem: 'nobody' } });
  });

  test('whoever approves needs the right to the act', async () => {
    const { number, key } = await two.askedBy(alice);
    const extender = await two.token('carol', [{ rights: ['extend'], targets: ['*'], keys: ['*'] }]);
    expect(await two.approve(extender.who, number)).toMatchObject({
      code: 'denied',
      details: { right: 'release' },
    });
    const other = await two.token('carol', [{ rights: ['release'], targets: ['free'], keys: ['*'] }]);
    expect(await two.approve(other.who, number)).toMatchObject({ status: 404, code: 'not-found' });
    const seen = await two.ask(other.who, 'GET /api/requests', {});
    expect(seen.body.requests).toEqual([]);
    const viewer = await two.token('carol', [{ rights: ['view'], targets: ['*'], keys: ['*'] }]);
    const [shown] = (await two.ask(viewer.who, 'GET /api/requests', {})).body.requests;
    expect(shown).toMatchObject({ plan: null, mayDecide: 'denied', own: false });
    expect(JSON.stringify(shown)).not.toContain('tokenDigest');
    expect(await two.isHeld(key)).toBe(true);
  });
});
