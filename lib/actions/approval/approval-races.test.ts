import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { onEveryDatabase } from '../../../e2e/support/history-places';
import { startTwoPersons, type TwoPersons } from '../../../e2e/support/two-persons';
import { MOST_WAITING } from '../../contract/limits';
import { createApprovalStore } from '../../server/access/approval-store';
import { endOldApprovals } from './end-approvals';

let two: TwoPersons;
afterEach(() => two.close());

onEveryDatabase((place, database) => {
  /** A request of alice, and those who approve. */
  async function asked(historyUrl: string, now?: () => number) {
    two = await startTwoPersons(historyUrl, now);
    const alice = await two.user('alice', 'operator');
    const lock = await two.held(alice, `order:${randomUUID()}:lock`);
    const made = await two.ask(alice, 'POST /api/locks/{id}/ask', { id: lock.id, body: lock.asked });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    return { lock, alice, number: String(made.body.request.id), id: made.body.request.id };
  }

  const actsOf = async (lockId: string) =>
    (await two.runtime.history.audit({ lockId, limit: 50 })).filter(({ action }) => action === 'release');

  test('of many who approve at once exactly one has it run', async () => {
    const { lock, number } = await asked(await place.url());
    const names = ['bob', 'carol', 'dave', 'erin', 'frank', 'grace'];
    const approvers = await Promise.all(names.map((name) => two.user(name, 'operator')));
    const answers = await Promise.all(
      approvers.map((who) => two.ask(who, 'POST /api/requests/{id}/approve', { id: number, body: {} })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'not-waiting')).toHaveLength(names.length - 1);
    expect(await actsOf(lock.id)).toMatchObject([{ outcome: 'released' }]);
  });

  test('of approving, declining and taking back at once exactly one counts', async () => {
    const { lock, alice, number } = await asked(await place.url());
    const [bob, carol] = [await two.user('bob', 'operator'), await two.user('carol', 'operator')];
    const answers = await Promise.all([
      two.ask(bob, 'POST /api/requests/{id}/approve', { id: number, body: {} }),
      two.ask(carol, 'POST /api/requests/{id}/decline', { id: number, body: { reason: 'no' } }),
      two.ask(alice, 'POST /api/requests/{id}/withdraw', { id: number, body: {} }),
    ]);
    const [first] = answers.filter(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const isRun = first?.body.request.state === 'done';
    expect(await two.redis.exists(lock.key)).toBe(isRun ? 0 : 1);
  });

  test('what a console left between approval and act is unknown, and is never run', async () => {
    let laterMs = 0;
    const { lock, id, number } = await asked(await place.url(), () => Date.now() + laterMs);
    const store = createApprovalStore(two.runtime.archive);
    const by = { account: 'bob', name: 'bob', via: 'password' as const, reason: '' };
    expect(await store.decide(id, 'approved', by, two.runtime.now())).not.toBeNull();
    await endOldApprovals(two.runtime);
    expect((await store.find(id))?.state).toBe('approved');
    laterMs = 61_000;
    await Promise.all([endOldApprovals(two.runtime), endOldApprovals(two.runtime)]);
    expect((await store.find(id))?.state).toBe('unknown');
    const carol = await two.user('carol', 'operator');
    const again = await two.ask(carol, 'POST /api/requests/{id}/approve', { id: number, body: {} });
    expect(again).toMatchObject({ status: 409, details: { state: 'unknown' } });
    expect(await two.redis.exists(lock.key)).toBe(1);
    expect(await actsOf(lock.id)).toEqual([]);
  });

  test('of many asked for at once no more wait than an account may have', async () => {
    two = await startTwoPersons(await place.url());
    const alice = await two.user('alice', 'operator');
    const locks = await Promise.all(
      Array.from({ length: MOST_WAITING + 6 }, () => two.held(alice, two.newKey())),
    );
    const answers = await Promise.all(
      locks.map(({ id, asked: body }) => two.ask(alice, 'POST /api/locks/{id}/ask', { id, body })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(MOST_WAITING);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ code, details }) => [code, details.waiting])).toEqual(
      Array.from({ length: 6 }, () => ['invalid-argument', MOST_WAITING]),
    );
    const { body } = await two.ask(alice, 'GET /api/requests', {});
    expect(body.requests.filter(({ state }) => state === 'waiting')).toHaveLength(MOST_WAITING);
  });

  if (database !== 'memory')
    test('two consoles at once keep no more than may wait, and others of another account', async () => {
      const { id } = await asked(await place.url());
      const other = await two.also();
      const stores = [two.runtime, other].map(({ archive }) => createApprovalStore(archive));
      const kept = await stores[0]?.find(id);
      if (!kept) throw new Error('it waits');
      const again = (of: typeof kept) =>
        Promise.all(
          Array.from({ length: 15 }, () => stores.map((store) => store.add(of)))
            .flat()
            .map(async (added) => (await added) !== null),
        );
      expect((await again(kept)).filter(Boolean)).toHaveLength(MOST_WAITING - 1);
      const ofBob = { ...kept, asker: { ...kept.asker, account: 'bob' } };
      expect((await again(ofBob)).filter(Boolean)).toHaveLength(MOST_WAITING);
      expect(
        await stores[1]?.decide(id, 'declined', { ...kept.asker, reason: '' }, two.runtime.now()),
      ).toBeTruthy();
      expect((await again(kept)).filter(Boolean)).toHaveLength(1);
    });

  if (database !== 'memory')
    test('two consoles at once run it once at most', async () => {
      const { lock, number } = await asked(await place.url());
      const other = await two.also();
      const [bob, carol] = [await two.user('bob', 'operator'), await two.user('carol', 'operator')];
      const answers = await Promise.all([
        two.ask(bob, 'POST /api/requests/{id}/approve', { id: number, body: {} }),
        two.ask(carol, 'POST /api/requests/{id}/approve', { id: number, body: {} }, other),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ code }) => code === 'not-waiting')).toHaveLength(1);
      const [shown] = answers.filter(({ status }) => status === 200);
      const isRun = shown?.body.request.state === 'done';
      expect(await two.redis.exists(lock.key)).toBe(isRun ? 0 : 1);
    });
});
