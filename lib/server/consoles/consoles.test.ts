import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { Redis } from 'ioredis';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startRedisServer, until } from '../../../e2e/support/redis-server';
import { targetOf } from '../../../e2e/support/watch';
import { collect } from '../../collector/collect';
import { createMemoryStore } from '../../history/memory/memory-store';
import { createCoordination } from './coordination';
import { answerTo, type Consoles, feedFor } from './door';
import { createSharedCollector } from './shared-collector';

type Console = Awaited<ReturnType<typeof startOne>>;

/** A console without pages: what it shares, behind a real HTTP server. */
async function startOne(url: string, takeoverMs = 2_000) {
  const shared: Map<string, ReturnType<typeof createSharedCollector>> = new Map();
  let consoles: Consoles | null = null;
  const server = createServer(async (incoming, outgoing) => {
    const gone = new AbortController();
    outgoing.on('close', () => gone.abort());
    const headers = new Headers(incoming.headers as Record<string, string>);
    const request = new Request('http://here/', { headers, signal: gone.signal });
    const target = incoming.url?.split('/').at(-1) ?? '';
    try {
      if (incoming.method === 'GET') {
        const response = feedFor(consoles, target, request);
        outgoing.writeHead(200);
        Readable.fromWeb(response.body as never)
          .on('error', () => {})
          .pipe(outgoing);
      } else {
        let body = '';
        for await (const part of incoming) body += part;
        outgoing.end(JSON.stringify(await answerTo(consoles, target, request, JSON.parse(body))));
      }
    } catch {
      outgoing.writeHead(403).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const advertiseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const coordination = createCoordination({ coordinationUrl: url, advertiseUrl, takeoverMs }, () => {});
  const target = targetOf(url);
  let seq = 0;
  const fences: number[] = [];
  const mine = createSharedCollector({
    ...{ target, coordination, competes: true, now: Date.now, onError: () => {} },
    async collect(fence) {
      fences.push(fence);
      const history = createMemoryStore();
      const collector = collect({ target, history, host: { nextSeq: () => ++seq } });
      return { collector, stop: () => collector.stop() };
    },
  });
  shared.set(target.name, mine);
  consoles = { coordination, shared };
  mine.start();
  let closed: Promise<void> | null = null;
  const close = async () => {
    const ended = coordination.close();
    await mine.stop();
    await ended;
    server.closeAllConnections();
    server.close();
  };
  return {
    ...{ mine, fences, advertiseUrl, target },
    close: () => (closed ??= close()),
    /** As if its machine had gone: nobody reaches it, and it reaches nobody. */
    cut: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function two() {
  const server = await startRedisServer();
  const redis = new Redis(server.url);
  const consoles: Console[] = [];
  onTestFinished(async () => {
    await Promise.all(consoles.map((each) => each.close()));
    redis.disconnect();
    await server.close();
  });
  for (let i = 0; i < 2; i++) consoles.push(await startOne(server.url));
  const owner = () => consoles.filter(({ mine }) => mine.local());
  await until('one collects and the other has its copy', () => {
    return owner().length === 1 && consoles.every(({ mine }) => mine.isUp());
  });
  const [leads] = owner();
  const follows = consoles.find((each) => each !== leads);
  if (!leads || !follows) throw new Error('there are not two');
  return { redis, leads, follows, owner };
}

const own = ({ mine }: Console) => mine.locks().filter(({ key }) => !key.text.startsWith('lockscope:'));

describe('of two consoles', () => {
  test('one collects, and the other shows the same, as it changes', async () => {
    const { redis, leads, follows, owner } = await two();
    await redis.set('shop:lock', 'token-1', 'PX', 60_000);
    const lock = await until('it is shown there as here', () => {
      const [here, there] = [own(leads)[0], own(follows)[0]];
      return here && isDeepStrictEqual(here, there) ? here : null;
    });
    await until('its node is there as here, live and tracked', () => {
      const [[here], [there]] = [leads.mine.nodes(), follows.mine.nodes()];
      return here && there?.node === here.node && there.state === 'live' && there.events === 'tracking';
    });
    expect(follows.mine.nodes()).toHaveLength(1);
    const events: string[] = [];
    follows.mine.onPatch((patch) => {
      for (const { key, kind } of patch.events) if (key === 'shop:lock') events.push(kind);
    });
    await redis.del('shop:lock');
    await until('it is gone there', () => own(follows).length === 0);
    expect(events.filter((kind) => kind !== 'waiters-changed')).toEqual(['released']);
    expect(follows.mine.lastKnown(lock.id)?.state).toBe('free');
    expect(owner()).toHaveLength(1);
  });

  test('a reading that is asked for is read by the one that collects', async () => {
    const { redis, follows } = await two();
    await redis.set('asked:lock', 'token-2', 'PX', 60_000);
    await follows.mine.refresh(['asked:lock']);
    const id = own(follows).find(({ key }) => key.text === 'asked:lock')?.id ?? '';
    expect(follows.mine.find(id)).toMatchObject({ key: 'asked:lock', lock: { state: 'held' } });
    expect(follows.mine.matchesPattern('asked:lock')).toBe(true);
  });

  test('an act that is announced by the one that follows is told as forced', async () => {
    const { redis, leads, follows } = await two();
    await redis.set('forced:lock', 'token-3', 'PX', 60_000);
    const lock = await until('it is shown there', () => own(follows)[0]);
    const kinds: string[] = [];
    leads.mine.onPatch((patch) => kinds.push(...patch.events.map(({ kind }) => kind)));
    await follows.mine.announce(lock.id, 'force-released');
    await redis.del('forced:lock');
    await until('it is told', () => kinds.includes('force-released'));
  });

  test('the other takes over at once when the first ends in order, with a larger fencing token', async () => {
    const { redis, leads, follows, owner } = await two();
    await redis.set('shop:lock', 'token-1', 'PX', 60_000);
    await until('it is shown there', () => own(follows)[0]);
    await leads.close();
    await until('the other collects', () => owner()[0] === follows && follows.mine.isUp());
    await redis.set('shop:lock-2', 'token-4', 'PX', 60_000);
    await until('it sees what is new', () => own(follows).length === 2);
    expect(follows.fences[0]).toBeGreaterThan(leads.fences[0] ?? 0);
  });

  test('what nobody tells any more is unknown, not as it was', async () => {
    const { redis, leads, follows } = await two();
    await redis.set('shop:lock', 'token-1', 'PX', 60_000);
    await until('it is shown there', () => own(follows)[0]?.state === 'held');
    leads.cut();
    await until('it is unknown there', () => own(follows)[0]?.state === 'unknown');
    expect(follows.mine.isUp()).toBe(false);
    expect(follows.mine.nodes()[0]).toMatchObject({ state: 'stale', waiting: null });
    expect(own(leads)[0]?.state).toBe('held');
  });

  test('nobody without the secret sees anything', async () => {
    const { leads } = await two();
    const answer = await fetch(`${leads.advertiseUrl}/api/consoles/${leads.target.name}`);
    expect(answer.status).toBe(403);
  });
});
