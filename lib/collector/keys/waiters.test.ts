import { expect, test } from 'vitest';
import { ownServer } from '../../../e2e/support/own-server';
import { targetOf } from '../../../e2e/support/watch';
import type { RawKey } from '../../domain/keys/raw-key';
import { channelOf } from '../../domain/keys/redisson-names';
import { numberOrNull } from '../../domain/values/counted';
import { createRegistry } from '../../formats/index';
import { LockIndex } from '../index/lock-index';
import { createBudget } from './budget';
import { createWaiterCounts } from './waiter-counts';
import { createWaiterPoll } from './waiters';

const KEY = 'stock:{wh-07}:lock';
const registry = createRegistry({ patterns: [] });

test.concurrent('a count that was under way when the server fell silent is no count', async (context) => {
  const { connect } = await ownServer(context);
  const waiter = connect();
  await waiter.subscribe(channelOf(KEY));
  const now = Date.now;
  const counts = createWaiterCounts(now);
  const index = new LockIndex({
    sources: {
      ...{ target: targetOf('redis://127.0.0.1:1'), nodeOf: () => 'here' },
      ...{ sightOf: () => null, waitersOf: counts.of },
    },
    clock: { now, nextSeq: () => 0 },
    ...{ onChange() {}, onWaiting() {} },
  });
  const commands = connect();
  const source = { commands, budget: createBudget(1_000, now) };
  const { poll } = createWaiterPoll({
    ...{ counts, sources: () => [source], registry, index, awaited() {} },
  });
  const raw: RawKey = {
    ...{
      key: KEY,
      type: 'hash',
      ttlMs: 30_000,
      value: null,
      hash: [['8d3c3d43-03b0-4cd8-8966-8bbd088f8c58:47', '1']],
    },
    ...{ members: null, items: null, length: 1, readAtMs: now() },
  };
  const recognised = registry.recognise(raw, { now: now(), named: true });
  index.apply(raw, recognised, { by: 'scan', wasAbsent: true, writes: 1, tookMs: 1 });
  const waiting = () => index.locks().map((lock) => numberOrNull(lock.waiters.count));

  await poll();
  expect(waiting()).toEqual([1]);
  const underWay = poll();
  index.setSilent(index.entries(), now());
  counts.forget();
  await underWay;
  expect(waiting()).toEqual([null]);
  expect(counts.total(index.entries())).toBeNull();

  index.setSilent(index.entries(), null);
  await poll();
  expect(waiting()).toEqual([1]);
});
