import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { Cluster, Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMutex } from '../../lib/locks/index';
import { type ClusterNode, type RealCluster, startCluster } from '../support/cluster';
import { until } from '../support/redis-server';
import type { Program } from './program';
import { connectProgram, type ProgramHeld, type ProgramParty } from './program-party';
import { startRedisson } from './redisson';

/**
 * Who lets a lock go that Redisson's watchdog keeps. 4.7.0 renews the locks of one slot after the other (`RenewalTask`),
 * each time with WAIT for a replica, for a second at most (`slavesSyncTimeout`), and ends the round where none gave a
 * receipt (`checkLockSyncedSlaves`). The locks of the other slots are not renewed in time, and run out.
 */
const VERSION = '4.7.0';
const WATCHDOG_MS = 3_000;
const LOCKS = 9;
const LIMIT_MS = 60_000;

let cluster: RealCluster;
let redisson: Program;
let replicas: ClusterNode[];
let masters: ClusterNode[];
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  // No failover: a replica that stands still is what is looked at.
  cluster = await startCluster({ masters: 3, args: ['--cluster-node-timeout', '60000'] });
  ends.push(() => cluster.close());
  redisson = await startRedisson(VERSION);
  ends.push(() => redisson.close());
  const roles = await Promise.all(cluster.nodes.map(async ({ admin }) => (await admin.role())[0]));
  replicas = cluster.nodes.filter((_, i) => roles[i] === 'slave');
  masters = cluster.nodes.filter((_, i) => roles[i] === 'master');
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

type Said = { atMs: number; client: string; line: string };

/** What every client and script sends to the masters, with the server's time, and the keys that run out there. */
async function everything(): Promise<{ said: Said[]; expired: Map<string, number>; stop(): void }> {
  const said: Said[] = [];
  const expired = new Map<string, number>();
  const stops: (() => void)[] = [];
  for (const { port, url, admin } of masters) {
    await admin.config('SET', 'notify-keyspace-events', 'Ex');
    const events = new Redis(url);
    events.on('message', (_, key) => expired.set(key, Date.now()));
    await events.subscribe('__keyevent@0__:expired');
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.on('error', () => {}); // the server ends with the test
    createInterface({ input: socket }).on('line', (line) => {
      const [, seconds, client = ''] = /^\+([\d.]+) \[\d+ (\S+)\]/.exec(line) ?? [];
      if (seconds) said.push({ atMs: Number(seconds) * 1_000, client, line });
    });
    socket.write('MONITOR\r\n');
    stops.push(
      () => socket.destroy(),
      () => events.disconnect(),
    );
  }
  return { said, expired, stop: () => stops.forEach((stop) => void stop()) };
}

async function heldBy(party: ProgramParty): Promise<Map<string, ProgramHeld>> {
  const held = new Map<string, ProgramHeld>();
  for (let i = 0; i < LOCKS; i++) {
    const key = `order:${party.processId}:${i}`;
    const lease = await party.take('reentrant', key);
    if (!lease) throw new Error(`${key} was held`);
    held.set(key, lease);
  }
  return held;
}

const connected = (connection: string, awaitsReplicas: boolean) =>
  connectProgram(redisson, {
    connection,
    nodes: cluster.nodes.map(({ url }) => url),
    cluster: true,
    watchdogMs: WATCHDOG_MS,
    awaitsReplicas,
  });

describe(`locks under a watchdog of ${WATCHDOG_MS} ms while the replicas of their cluster stand still`, () => {
  test('Redisson as it comes lets its own run out; without its wait for replicas, and ours, none is lost', async () => {
    const asItComes = await heldBy(await connected('as it comes', true));
    const unbound = await heldBy(await connected('without', false));
    const redis = new Cluster(cluster.startupNodes);
    ends.push(() => redis.disconnect());
    await using client = createMutex({ redis, leaseMs: WATCHDOG_MS, heartbeat: false });
    const ours = await Promise.all(Array.from({ length: LOCKS }, (_, i) => client.acquire(`ours:${i}`)));
    const { said, expired, stop } = await everything();
    ends.push(stop);
    const frozenMs = Date.now();
    for (const replica of replicas) replica.freeze();
    try {
      await until(
        'a lock of Redisson ran out',
        () => [...asItComes.keys()].find((key) => expired.has(key)),
        LIMIT_MS,
      );
      await until('two watchdog times passed', () => Date.now() > frozenMs + 2 * WATCHDOG_MS);
    } finally {
      for (const replica of replicas) replica.thaw();
    }
    const lost = [...asItComes.keys()].filter((key) => expired.has(key));
    console.log(`Redisson ${VERSION} let ${lost.length} of its ${LOCKS} locks run out`);
    for (const key of lost) {
      // Nobody deleted it or shortened its time: its last renewal is a watchdog time before its end.
      const about = said.filter(({ line }) => line.includes(`"${key}"`));
      expect(
        about.filter(({ line }) => /"(?:del|hdel|unlink|persist|pexpireat|expire)"/i.test(line)),
      ).toEqual([]);
      const renewals = about.filter(({ client, line }) => client === 'lua' && /"pexpire"/i.test(line));
      const last = renewals.at(-1)?.atMs ?? frozenMs - WATCHDOG_MS;
      expect((expired.get(key) ?? 0) - last).toBeGreaterThan(WATCHDOG_MS - 500);
    }
    expect([...unbound.keys()].filter((key) => expired.has(key))).toEqual([]);
    expect(ours.filter(({ isHeld }) => !isHeld)).toEqual([]);
    for (const lease of [...unbound.values(), ...ours]) await lease.release();
  });
});
