import { Redis } from 'ioredis';
import { describe, expect, onTestFinished, type TestContext, test } from 'vitest';
import { type OwnServer, ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import type { XrayVerb } from '../../contract/action-codes';
import type { XrayClient } from '../../contract/xray';
import { toUint8 } from '../../domain/keys/bytes';
import { openConnection } from '../../redis/connection';
import { scripts } from '../../redis/scripts.generated';
import { type XrayLimits, xrayServer } from './xray-server';
import type { XrayNames } from './xray-verbs';

const KEY = 'order:7:lock';
const SECRET = 'stranger-secret';
const lock = (key: string, more: Partial<XrayNames> = {}): XrayNames => ({
  db: 0,
  key,
  beside: new Set(),
  channels: new Set(),
  ...more,
});

/** Where it is not about slowness, a busy machine is none. */
const limits = (more: Partial<XrayLimits> = {}): XrayLimits => ({
  slowMs: 10_000,
  ms: 600,
  maxBytes: 1_000_000,
  signal: new AbortController().signal,
  ...more,
});

/** What an X-ray of `names` says, with nobody left listening once it is over. */
async function xrayOf({ server, connect }: OwnServer, names: XrayNames, more: Partial<XrayLimits> = {}) {
  try {
    return await xrayServer({ url: server.url, tls: null }, names, limits(more));
  } finally {
    const redis = connect();
    await until('no connection of an X-ray is left', async () => {
      const list = String(await redis.client('LIST'));
      return !list.includes('name=lockscope:xray') && !/ flags=O /.test(list);
    });
  }
}

/** Does the same again and again until the test is over, one after the other. */
function always(work: () => Promise<unknown>): void {
  let goes = true;
  const going = (async () => {
    while (goes) {
      await work().catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  })();
  onTestFinished(async () => {
    goes = false;
    await going;
  });
}

/** Resolves when somebody runs MONITOR. */
async function listening({ connect }: OwnServer): Promise<Redis> {
  const redis = connect({ connectionName: 'looks' });
  await until('somebody listens', async () => / flags=O /.test(String(await redis.client('LIST'))));
  return redis;
}

function counted({ counts }: XrayClient): Partial<Record<XrayVerb, true>> {
  return Object.fromEntries(
    Object.entries(counts).flatMap(([verb, count]) => (count > 0 ? [[verb, true]] : [])),
  );
}

async function named(context: TestContext, args: string[] = []) {
  const own = await ownServer(context, args);
  return { own, client: (name: string) => own.connect({ connectionName: name }) };
}

describe('an X-ray tells', () => {
  test('who holds and renews, who tries and who waits, and nothing of strangers', async (context) => {
    const { own, client } = await named(context);
    const [holder, poller, waiter, stranger] = ['holder', 'poller', 'waiter', 'stranger'].map(
      client,
    ) as Redis[];
    await holder?.set(KEY, 'token-1', 'PX', 60_000);
    const subscriber = client('listener');
    always(() => holder?.pexpire(KEY, 60_000) as Promise<unknown>);
    always(() => poller?.set(KEY, 'token-2', 'PX', 60_000, 'NX') as Promise<unknown>);
    always(() => waiter?.blpop(`${KEY}:signal`, 0.05) as Promise<unknown>);
    always(() => subscriber.subscribe('freed:7') as Promise<unknown>);
    always(() => stranger?.set(`${KEY}2`, SECRET) as Promise<unknown>);
    always(() => stranger?.get(`x${KEY}`) as Promise<unknown>);
    const ours = openConnection({ endpoint: { url: own.server.url, tls: null }, purpose: 'commands' });
    ours.on('error', () => {});
    onTestFinished(() => ours.disconnect());
    await ours.connect();
    always(() => ours.get(KEY));
    const names = lock(KEY, { beside: new Set([`${KEY}:signal`]), channels: new Set(['freed:7']) });
    const result = await xrayOf(own, names);

    expect(result.ended).toBe('time');
    const did = Object.fromEntries(result.clients.map((each) => [each.name, counted(each)]));
    expect(did).toEqual({
      holder: { renews: true },
      poller: { tries: true },
      waiter: { waits: true },
      listener: { waits: true },
    });
    const [first] = result.clients;
    expect(first).toMatchObject({ connected: true, user: 'default', scripts: [] });
    expect(first?.lastMs).toBeGreaterThanOrEqual(first?.firstMs ?? 0);
    expect(first?.lastMs).toBeLessThanOrEqual(result.ranMs);
    expect(result.ours, 'our own is counted apart').toBeGreaterThan(0);
    expect(result.commands, 'strangers are counted').toBeGreaterThan(result.named + result.ours);
    expect(JSON.stringify(result), 'and nothing else of them is told').not.toMatch(/stranger|token-/);
  });

  test('what scripts are for, as far as that can be known', async (context) => {
    const { own, client } = await named(context);
    const [ours, foreign, looks, library, hidden] = ['ours', 'foreign', 'looks-on', 'library', 'hidden'].map(
      client,
    ) as Redis[];
    const renew =
      "if redis.call('get',KEYS[1]) then return redis.call('pexpire',KEYS[1],ARGV[1]) end return 0";
    const take = "if redis.call('set',KEYS[1],ARGV[1],'NX') then return 1 end return 0";
    const look = "return redis.call('pttl',KEYS[1])";
    const free = "return redis.call('del',KEYS[1])";
    const redisson =
      "if ((redis.call('exists', KEYS[1]) == 0) or (redis.call('hexists', KEYS[1], ARGV[2]) == 1)) then redis.call('hincrby', KEYS[1], ARGV[2], 1); redis.call('pexpire', KEYS[1], ARGV[1]); return nil; end; return redis.call('pttl', KEYS[1]);";
    const { text } = scripts.acquireString;
    await ours?.set(KEY, 't');
    always(() => ours?.eval(text, 1, KEY, 'token', 1_000) as Promise<unknown>);
    always(() => foreign?.eval(take, 1, KEY, 'token') as Promise<unknown>);
    always(() => foreign?.eval(renew, 1, KEY, 60_000) as Promise<unknown>);
    always(() => looks?.eval(look, 1, KEY) as Promise<unknown>);
    always(() => library?.eval(redisson, 1, KEY, 60_000, 'u:1') as Promise<unknown>);
    always(() => hidden?.eval(`return redis.call('get','${KEY}')`, 0) as Promise<unknown>);
    const freed = client('frees');
    always(() => freed.eval(free, 1, KEY) as Promise<unknown>);
    const result = await xrayOf(own, lock(KEY));
    const of = (name: string) => result.clients.find((each) => each.name === name);
    expect(of('ours')).toMatchObject({ scripts: ['Lockscope'] });
    expect(counted(of('ours') as XrayClient)).toEqual({ tries: true });
    expect(counted(of('foreign') as XrayClient)).toMatchObject({ tries: true });
    expect(counted(of('frees') as XrayClient)).toEqual({ releases: true });
    expect(counted(of('looks-on') as XrayClient), 'a look may be a failed try').toEqual({ touches: true });
    expect(of('library')).toMatchObject({ scripts: ['Redisson'] });
    expect(counted(of('library') as XrayClient), 'also when it fails and only looks').toEqual({
      tries: true,
    });
    expect(of('hidden'), 'its call names no key').toBeUndefined();
    expect(result.unattributed).toBeGreaterThan(0);
  });

  test.each([
    ['spaces and quotes', 'a "quoted" \\ key \' with ] "b'],
    ['binary bytes', '\x00\xff\xfe\r\n\x07lock\\x41'],
  ])('of a key with %s', async (_, key) => {
    const context = { onTestFinished } as unknown as TestContext;
    const { own, client } = await named(context);
    const holder = client('holder');
    const bytes = Buffer.from(toUint8(key));
    always(() => holder.setnx(bytes, 'x'));
    always(() => holder.get(Buffer.from(`${key}x`, 'latin1')));
    const { clients } = await xrayOf(own, lock(key), { ms: 200 });
    expect(clients).toHaveLength(1);
    expect(counted(clients[0] as XrayClient)).toEqual({ tries: true });
  });

  test('only of its own database', async (context) => {
    const { own, client } = await named(context);
    const [here, elsewhere] = [client('here'), client('elsewhere')];
    await elsewhere.select(3);
    always(() => here.get(KEY));
    always(() => elsewhere.get(KEY));
    const { clients } = await xrayOf(own, lock(KEY), { ms: 200 });
    expect(clients.map(({ name }) => name)).toEqual(['here']);
  });

  test('of a client that left that it left', async (context) => {
    const { own } = await named(context);
    const going = xrayOf(own, lock(KEY));
    await listening(own);
    const short = new Redis(own.server.url);
    await short.get(KEY);
    short.disconnect();
    const { clients } = await going;
    expect(clients).toMatchObject([{ connected: false, name: null, counts: { reads: 1 } }]);
  });
});

describe('an X-ray ends', () => {
  test('when its time is over', async (context) => {
    const { own } = await named(context);
    const { ended, ranMs } = await xrayOf(own, lock(KEY), { ms: 300 });
    expect(ended).toBe('time');
    expect(ranMs).toBeGreaterThanOrEqual(300);
  });

  test('when there is more output than allowed', async (context) => {
    const { own, client } = await named(context);
    const noise = client('noise');
    always(() => noise.set('other', 'x'.repeat(10_000)));
    const { ended, bytes } = await xrayOf(own, lock(KEY), { ms: 60_000, maxBytes: 200_000 });
    expect(ended).toBe('size');
    expect(bytes).toBeGreaterThan(200_000);
  });

  test('when the server becomes slow', async (context) => {
    const { own, client } = await named(context);
    const slow = client('slow');
    const going = xrayOf(own, lock(KEY), { ms: 60_000, slowMs: 20 });
    await listening(own);
    const busy =
      "local t = redis.call('TIME') local s = t[1] * 1000000 + t[2] repeat t = redis.call('TIME') until t[1] * 1000000 + t[2] - s > 600000";
    await slow.eval(busy, 0);
    const { ended, latency } = await going;
    expect(ended).toBe('latency');
    expect(latency.worstMs).toBeGreaterThan(latency.limitMs);
  });

  test('when the connection breaks', async (context) => {
    const { own } = await named(context);
    const going = xrayOf(own, lock(KEY), { ms: 60_000 });
    const redis = await listening(own);
    const id = /id=(\d+) [^\n]* flags=O /.exec(String(await redis.client('LIST')))?.[1] ?? '';
    await redis.client('KILL', 'ID', Number(id));
    expect((await going).ended).toBe('lost');
  });

  test('at once when it is given up', async (context) => {
    const { own } = await named(context);
    const stop = new AbortController();
    const going = xrayOf(own, lock(KEY), { ms: 60_000, signal: stop.signal });
    await listening(own);
    stop.abort(new Error('given up'));
    await expect(going).rejects.toThrow('given up');
  });
});

describe('an X-ray is refused', () => {
  test.each([
    ['MONITOR', ['+@all', '-monitor']],
    ['CLIENT|LIST', ['+@all', '-client|list']],
  ])('without the right to %s, with the line that grants it', async (command, rules) => {
    const context = { onTestFinished } as unknown as TestContext;
    const { own } = await named(context);
    const admin = own.connect();
    await admin.call('ACL', 'SETUSER', 'viewer', 'on', '>secret', '~*', '&*', ...rules);
    const url = own.server.url.replace('redis://', 'redis://viewer:secret@');
    const asking = () => xrayServer({ url, tls: null }, lock(KEY), limits({ ms: 100 }));
    const error = await asking().then(
      () => null,
      (thrown) => thrown,
    );
    expect(error).toMatchObject({ code: 'denied', details: { command } });
    expect(error.details.cure).toBe('ACL SETUSER viewer +monitor +client|list');
    expect(error.message).not.toContain('secret');
    await admin.call(...(String(error.details.cure).split(' ') as [string]));
    expect((await asking()).ended).toBe('time');
  });

  test('where nobody answers', async () => {
    const endpoint = { url: 'redis://127.0.0.1:1', tls: null };
    await expect(xrayServer(endpoint, lock(KEY), limits())).rejects.toMatchObject({ code: 'node-down' });
  });
});
