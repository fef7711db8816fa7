import type { NodeStatus } from '../../contract/nodes';
import type { ServerTest, TargetTest } from '../../contract/settings';
import type { SettingsFrom } from '../../domain/nodes/settings-for';
import type { Target } from '../../domain/nodes/target';
import { addressOf, atAddress, endpointOf, sentinelEndpoints } from '../../redis/connection';
import type { Runtime } from '../../server/runtime/types';
import { type TestedServer, testServer } from './server-test';

/** Servers that are reached at a time: a cluster may have hundreds. */
const AT_ONCE = 16;

type Testing = Pick<Runtime, 'config' | 'watched' | 'nodes' | 'now'>;
type Tests = { last: Map<string, TargetTest>; running: Map<string, Promise<TargetTest>> };

/** Next loads this file once for its routes and once for its pages: what is found stands where both find it. */
const KEY = Symbol.for('lockscope.target-tests');
const shared = globalThis as { [KEY]?: WeakMap<Runtime['config'], Tests> };

/** The last test of a target that this process ran; null = none yet. */
export function lastTestOf({ config }: Pick<Runtime, 'config'>, target: string): TargetTest | null {
  return testsOf(config).last.get(target) ?? null;
}

/**
 * Reaches every server of a target now: those that its configuration names, and those that the collector knows of them. Whoever
 * asks while one runs gets that one. Changes no key. Throws `invalid-argument` for a target that is not watched; servers that
 * fail are in the answer.
 */
export async function testTarget(runtime: Testing, name: string): Promise<TargetTest> {
  const { target } = runtime.watched(name);
  const { last, running } = testsOf(runtime.config);
  const before = running.get(name);
  if (before) return before;
  const test = testOf(target, runtime.nodes(name), runtime.now).finally(() => running.delete(name));
  running.set(name, test);
  const done = await test;
  last.set(name, done);
  return done;
}

function testsOf(config: Runtime['config']): Tests {
  shared[KEY] ??= new WeakMap();
  const known = shared[KEY].get(config) ?? { last: new Map(), running: new Map() };
  shared[KEY].set(config, known);
  return known;
}

/**
 * Reaches every server that a target names, and `nodes`, those that a collector knows of it. Changes no key. Never rejects:
 * servers that fail are in the answer.
 */
export async function testOf(
  target: Target,
  nodes: readonly NodeStatus[],
  now: () => number,
): Promise<TargetTest> {
  const startedAt = performance.now();
  const atMs = now();
  const from: SettingsFrom = { topology: target.topology.kind, source: target.from ?? null };
  const servers = serversOf(target, nodes, from);
  const left = servers.map((server, at) => ({ server, at }));
  const done: ServerTest[] = [];
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift())
      done[next.at] = await testServer(next.server, now);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return {
    ...{ target: target.name, atMs, tookMs: Math.round(performance.now() - startedAt) },
    ...{ servers: done, nowMs: now() },
  };
}

/** The servers of a target, each once: first those that act, then their replicas. */
function serversOf(target: Target, nodes: readonly NodeStatus[], from: SettingsFrom): TestedServer[] {
  const { topology } = target;
  if (topology.kind === 'redlock')
    return topology.members.flatMap((member) => {
      const own = nodes.filter(({ node }) => node === member.votesAs);
      return serversOf(member, own, from).map((server) =>
        server.role === 'server' ? { ...server, role: 'master' as const } : server,
      );
    });
  const found = [...actingServers(target, nodes, from), ...replicasOf(target, nodes, from)];
  const addresses = found.map(({ address }) => address);
  return found.filter(({ address }, at) => addresses.indexOf(address) === at);
}

function actingServers(target: Target, nodes: readonly NodeStatus[], from: SettingsFrom): TestedServer[] {
  const { topology, readOnly } = target;
  const its = { acts: !readOnly, from };
  if (topology.kind === 'cluster') {
    const seeds = topology.seeds.map((url) => addressOf({ url, tls: target.tls }));
    return [...seeds, ...nodes.map(({ node }) => node)].map((address) => ({
      ...{ role: 'node', address, endpoint: atAddress(target, address), ...its },
    }));
  }
  const endpoint = endpointOf(target);
  const own = { address: addressOf(endpoint), endpoint, ...its };
  if (topology.kind !== 'sentinel') return [{ role: 'server', ...own }];
  const { primary } = topology;
  const sentinels = sentinelEndpoints(endpoint).map((each): TestedServer => {
    return { role: 'sentinel', address: addressOf(each), endpoint: each, acts: false, from, primary };
  });
  return [{ role: 'primary', ...own }, ...sentinels];
}

/** As the primaries report them, where the console asks replicas at all. */
function replicasOf(target: Target, nodes: readonly NodeStatus[], from: SettingsFrom): TestedServer[] {
  if (target.askReplicas === false) return [];
  return nodes
    .flatMap(({ replicas }) => replicas ?? [])
    .map(({ address }) => {
      const endpoint = atAddress(target, address);
      return { role: 'replica', address, endpoint, acts: false, from };
    });
}
