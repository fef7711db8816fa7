import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../../e2e/support/redis-server';
import type { Target, Topology } from '../domain/nodes/target';
import { type AnyRedis, endpointOf, openActions, openConnection, sentinelEndpoints } from './connection';

const PASSWORD = 'n0t-in-clear';
/** First byte of a TLS handshake record. */
const HANDSHAKE = 0x16;

let server: Server;
let port: number;
/** What came over the wire, a buffer for each connection. */
let captured: Buffer[] = [];

// One server a test: a client of the test before may still be connecting.
beforeEach(async () => {
  const received: Buffer[] = [];
  captured = received;
  server = createServer((socket) => {
    socket.on('error', () => {}); // the client gives up
    socket.once('data', (bytes) => {
      received.push(bytes);
      socket.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterEach(() => void server.close());

const TOPOLOGIES: Record<string, (node: string) => Topology> = {
  standalone: () => ({ kind: 'standalone' }),
  cluster: (node) => ({ kind: 'cluster', seeds: [node] }),
  sentinel: (node) => ({ kind: 'sentinel', sentinels: [node], primary: 'main' }),
};

function targetAt(scheme: string, kind: string, tls: Target['tls']): Target {
  const url = `${scheme}://ops:${PASSWORD}@127.0.0.1:${port}/0`;
  const topology = TOPOLOGIES[kind]?.(url);
  return { name: 'shop', url, tls, topology } as Target;
}

/** What the first connection of each kind sends, as bytes. */
async function bytesOf(open: () => AnyRedis): Promise<Buffer> {
  const redis = open();
  redis.on('error', () => {}); // nobody answers
  redis.connect().catch(() => {});
  try {
    await until('something was sent', () => captured.length > 0);
    return captured[0] ?? Buffer.alloc(0);
  } finally {
    redis.disconnect();
  }
}

const OPENERS: Record<string, (target: Target) => AnyRedis> = {
  "the collector's": (target) => openConnection({ endpoint: endpointOf(target), purpose: 'commands' }),
  "the actions'": openActions,
};

describe.each(Object.keys(OPENERS))('%s connection', (opener) => {
  test.each(Object.keys(TOPOLOGIES))('to a %s is encrypted where there is TLS material', async (kind) => {
    const bytes = await bytesOf(() => OPENERS[opener]?.(targetAt('redis', kind, { ca: 'x' })) as AnyRedis);
    expect(bytes[0]).toBe(HANDSHAKE);
    expect(bytes.toString('latin1')).not.toContain(PASSWORD);
  });

  test.each(Object.keys(TOPOLOGIES))('to a %s is encrypted where the scheme is rediss', async (kind) => {
    const bytes = await bytesOf(() => OPENERS[opener]?.(targetAt('rediss', kind, null)) as AnyRedis);
    expect(bytes[0]).toBe(HANDSHAKE);
  });

  test.each(Object.keys(TOPOLOGIES))('to a %s logs on with what the URL names', async (kind) => {
    const bytes = await bytesOf(() => OPENERS[opener]?.(targetAt('redis', kind, null)) as AnyRedis);
    expect(bytes.toString('latin1')).toContain(PASSWORD);
  });
});

test('a sentinel that is asked by itself is asked over TLS as well', async () => {
  const [endpoint] = sentinelEndpoints(endpointOf(targetAt('redis', 'sentinel', { ca: 'x' })));
  if (!endpoint) throw new Error('there is one sentinel');
  const bytes = await bytesOf(() => openConnection({ endpoint, purpose: 'commands' }));
  expect(bytes[0]).toBe(HANDSHAKE);
});
