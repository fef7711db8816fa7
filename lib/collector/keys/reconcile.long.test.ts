import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import { startProxy } from '../../../e2e/support/tcp-proxy';
import { watch } from '../../../e2e/support/watch';
import type { EventSource } from '../../contract/nodes';

type Context = Parameters<typeof ownServer>[0];

const token = () => randomUUID();
const UNTRACKED = ['--user', 'viewer', 'on', 'nopass', '~*', '&*', '+@all', '-client|tracking'];
/** The stated bound is ten seconds, and thirty for keys that were never read; this leaves room. */
const HEALED_MS = 90_000;

const MODES: { source: EventSource; args: string[]; user: string; messages: RegExp | null }[] = [
  { source: 'tracking', args: [], user: '', messages: /__redis__:invalidate/ },
  {
    source: 'keyspace',
    args: ['--notify-keyspace-events', 'EA', ...UNTRACKED],
    user: 'viewer:any@',
    messages: /__key(event|space)@/,
  },
  { source: 'polling', args: UNTRACKED, user: 'viewer:any@', messages: null },
];

/** A collector behind a proxy that can drop change messages. */
async function watched(context: Context, { source, args, user }: (typeof MODES)[number]) {
  const { server, connect } = await ownServer(context, args);
  const proxy = await startProxy(server.port, { isResp2: true });
  const view = watch(`redis://${user}127.0.0.1:${proxy.port}/0`);
  context.onTestFinished(async () => {
    await view.collector.stop();
    await proxy.close();
  });
  await until('the first sweep', () => view.status().coverage.contents === 1);
  await until('its source', () => view.status().events === source);
  return { redis: connect(), proxy, ...view };
}

describe.concurrent.each(MODES)('where changes arrive by $source', (mode) => {
  test('each one that was lost heals by itself', async (context) => {
    const { redis, proxy, lock, collector } = await watched(context, mode);
    const thread = `${token()}:1`;
    await redis.set('lock:next', token());
    await redis.set('lock:renewed', token(), 'PX', 600_000);
    await redis.hset('lock:hash', thread, 1);
    await until('all are known', () => collector.locks().length === 3);

    proxy.lose(mode.messages);
    const next = token();
    await redis.set('lock:next', next);
    await redis.pexpire('lock:renewed', 900_000);
    await redis.hincrby('lock:hash', thread, 1);
    await redis.set('lock:new', token());
    await until('the next holder', () => lock('lock:next')?.holders[0]?.token.text === next, HEALED_MS);
    await until('the new deadline', () => (lock('lock:renewed')?.leaseMs ?? 0) > 600_000, HEALED_MS);
    await until('held twice', () => lock('lock:hash')?.holders[0]?.holdCount === 2, HEALED_MS);
    await until('the new lock', () => lock('lock:new'), HEALED_MS);
    expect(proxy.lost() > 0).toBe(mode.messages !== null);
  });

  test('a release that was lost is noticed', async (context) => {
    const { redis, proxy, collector } = await watched(context, mode);
    await redis.mset('lock:a', token(), 'lock:b', token(), 'lock:c', token());
    await until('all are known', () => collector.locks().length === 3);
    proxy.lose(mode.messages);
    await redis.del('lock:a');
    await until('it is gone', () => collector.locks().length === 2, HEALED_MS);
    expect(proxy.lost() > 0).toBe(mode.messages !== null);
  });

  test('locks that SWAPDB took away are gone, and those it brought are there', async (context) => {
    const { redis, events, collector, lock } = await watched(context, mode);
    for (let i = 0; i < 50; i++) await redis.set(`lock:${i}`, token());
    await redis.select(3);
    await redis.set('lock:49', 'other');
    await redis.set('lock:brought', token());
    await redis.select(0);
    await until('all are known', () => collector.locks().length === 50);
    await redis.swapdb(0, 3);
    await until('they are gone', () => collector.locks().length === 2, HEALED_MS);
    await until('one is another', () => lock('lock:49')?.holders[0]?.token.text === 'other', HEALED_MS);
    await until('the one that was brought', () => lock('lock:brought'), HEALED_MS);
    const ended = () => events.filter(({ kind }) => kind === 'lost' || kind === 'released');
    await until('each has its end', () => ended().length >= 49);
  });
});
