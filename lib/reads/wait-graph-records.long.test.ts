import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { closing } from '../../e2e/support/closing';
import { ownRuntime } from '../../e2e/support/own-runtime';
import { until } from '../../e2e/support/redis-server';
import { createMutex } from '../locks';
import { waitGraph } from './wait-graph';

const own = ownRuntime();
const { lockOf, codesOf } = own;
const { opened } = closing();

const graph = () => waitGraph(own.runtime, 'test');
const mutexOf = (app: string) =>
  opened(createMutex({ redis: opened(own.redis.duplicate()), app, watchdog: true }));
const FOREVER = { waitMs: 600_000 };

/** Our client names its waits once a heartbeat, which is every ten seconds. */
test('mutexes whose processes say that they wait for each other’s may be in a deadlock; two tasks of one are in none', async () => {
  const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map((name) => `lock:${name}:${randomUUID()}`) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const [one, other, alone, waiter] = [mutexOf('one'), mutexOf('other'), mutexOf('alone'), mutexOf('waiter')];
  const leases = await Promise.all([one.acquire(a, FOREVER), other.acquire(b, FOREVER)]);
  const tasks = await Promise.all([
    alone.acquire(c, FOREVER),
    alone.acquire(d, FOREVER),
    one.acquire(e, FOREVER),
  ]);
  const giveUp = new AbortController();
  const waits = [
    one.acquire(b, { ...FOREVER, signal: giveUp.signal }),
    other.acquire(a, FOREVER),
    ...[alone.acquire(d, FOREVER), alone.acquire(c, FOREVER)],
    waiter.acquire(e, FOREVER),
  ];
  const settled = Promise.allSettled(waits);
  const idOf = (key: string) => lockOf(key)?.id ?? '';
  const wanted = () => {
    const { parties, waits } = graph();
    const appOf = (ref: string) => parties.find((party) => party.ref === ref)?.process?.app;
    return new Set(waits.map(({ party, lock }) => `${appOf(party)} ${lock}`));
  };
  await until('the locks are known', () => [a, b, c, d, e].every(lockOf));
  const told = [`one ${idOf(b)}`, `other ${idOf(a)}`, `alone ${idOf(d)}`, `alone ${idOf(c)}`];
  await until('all say so', () => told.every((each) => wanted().has(each)));
  const found = graph();
  expect(found.waits.every(({ place, known }) => place === null && known.by === 'client')).toBe(true);
  expect(found.cycles).toMatchObject([{ certain: false }]);
  expect(new Set(found.cycles[0]?.locks)).toEqual(new Set([idOf(a), idOf(b)]));

  await until('both are told', () => [a, b].every((key) => codesOf(key).includes('wait-cycle')));
  expect([c, d, e].flatMap(codesOf)).not.toContain('wait-cycle');
  expect(lockOf(a)).toMatchObject({ state: 'at-risk', reason: { code: 'wait-cycle' } });
  await until('a sweep found who holds nothing', () => wanted().has(`waiter ${idOf(e)}`), 35_000);
  expect(graph().parties.find(({ process }) => process?.app === 'waiter')).toMatchObject({
    hasPage: false,
    verdict: null,
  });

  giveUp.abort();
  await until('nobody waits for it', () => !codesOf(a).includes('wait-cycle'));
  await Promise.all([...leases, ...tasks].map((lease) => lease.release()));
  const got = await Promise.allSettled(waits.map(async (wait) => (await wait).release()));
  expect(got.map(({ status }) => status)).toEqual(['rejected', ...Array(4).fill('fulfilled')]);
  await settled;
});
