import { setTimeout } from 'node:timers/promises';
import type { NodeStatus } from '../../contract/nodes';
import type { ByteString } from '../../domain/keys/bytes';
import { slotOf } from '../../domain/keys/key-slot';
import { processKeyOf } from '../../domain/keys/process-record';
import type { RawKey } from '../../domain/keys/raw-key';
import { UNKNOWN } from '../../domain/values/counted';
import { addressOf, atAddress } from '../../redis/connection';
import type { Entry } from '../index/entry-types';
import { type Loop, startLoop } from '../keys/loop';
import type { ReadOptions } from '../keys/read-jobs';
import type { NodeWatch } from '../node/node-watch-types';
import { type ClusterMap, mapOf, redirectionFrom } from './cluster-map';
import type { Nodes, NodesOptions } from './nodes-types';
import { ownerIn } from './places';
import { createShard, type Shard } from './shard';

const MAP_EVERY_MS = 1_000;
/** Most redirections followed for one key; beyond that it is read after the next map. */
const MOST_REDIRECTIONS = 5;
const REDIRECTION_PAUSE_MS = 50;
const NO_CLUSTER = /cluster support disabled/i;

/** The present primaries of a cluster: one watch each, over one index. */
export function createClusterNodes({ shared, places, context }: NodesOptions): Nodes {
  const { target, index, candidates } = shared;
  const { now, survived } = shared.host;
  const { shards } = places;
  const seeds = target.topology.kind === 'cluster' ? target.topology.seeds : [];
  const slots = new WeakMap<Entry, number>();
  /** Servers that are not cluster nodes, and Redis' error. */
  const single = new Map<string, string>();
  /** Keys that no node has answered for. */
  const unread = new Set<ByteString>();
  let onTurn = () => {};
  let polls: Loop | null = null;
  let refreshing: Promise<void> | null = null;
  let stopped = false;

  function ownerOfEntry(entry: Entry): string | null {
    let slot = slots.get(entry);
    if (slot === undefined) {
      slot = slotOf(entry.key);
      slots.set(entry, slot);
    }
    return ownerIn(places.map, slot);
  }

  function* entriesOf(address: string | null): Generator<Entry> {
    for (const entry of index.entries()) if (ownerOfEntry(entry) === address) yield entry;
  }

  function* recordsOf(address: string): Generator<string> {
    for (const id of index.recordIds())
      if (ownerIn(places.map, slotOf(processKeyOf(id))) === address) yield id;
  }

  function watch(address: string): Shard {
    const made = createShard({
      shared,
      endpoint: atAddress(target, address),
      its: {
        entries: () => entriesOf(address),
        recordsInUse: () => recordsOf(address),
        replicas: () => places.map.replicas.get(address) ?? [],
      },
      on: {
        elsewhere: (keys, how) => follow(address, keys, how),
        turned() {
          onTurn();
          void refresh();
        },
      },
      context: () => context(entriesOf(address)),
    });
    shards.set(address, made);
    made.start();
    return made;
  }

  /** Reads keys where their redirections point: on the node they moved to, or are moving to. */
  async function follow(from: string, keys: readonly RawKey[], how: ReadOptions): Promise<void> {
    const redirections = (how.redirections ?? 0) + 1;
    if (redirections > MOST_REDIRECTIONS) {
      for (const { key } of keys) unread.add(key);
      return;
    }
    const host = hostOf(from);
    const asked = new Map<string, ByteString[]>();
    const moved: ByteString[] = [];
    for (const { key, value } of keys) {
      const to = redirectionFrom(value, host);
      if (to?.isAsk && shards.get(to.address)?.isUp())
        asked.set(to.address, [...(asked.get(to.address) ?? []), key]);
      else moved.push(key);
    }
    const reads = [...asked].map(([address, its]) =>
      shards.get(address)?.read(its, { ...how, asking: true, redirections }),
    );
    if (moved.length > 0) {
      if (redirections > 1) await setTimeout(REDIRECTION_PAUSE_MS);
      await refresh();
      reads.push(read(moved, { ...how, asking: false, redirections }));
    }
    await Promise.all(reads);
  }

  async function read(keys: readonly ByteString[], how: ReadOptions): Promise<void> {
    const byOwner = new Map<NodeWatch, ByteString[]>();
    for (const key of keys) {
      const node = places.shardOf(key);
      if (!node) unread.add(key);
      else if (byOwner.has(node)) byOwner.get(node)?.push(key);
      else byOwner.set(node, [key]);
    }
    await Promise.all([...byOwner].map(([node, its]) => node.read(its, how)));
  }

  function refresh(): Promise<void> {
    refreshing ??= ask().finally(() => {
      refreshing = null;
    });
    return refreshing;
  }

  /** Asks every node that answers: a node that is partitioned from the others has an outdated view. */
  async function ask(): Promise<void> {
    if (stopped) return;
    const asked = [...shards].filter(([, node]) => node.isUp());
    const views = await Promise.all(
      asked.map(async ([address, node]) => {
        try {
          await node.budget.take(1, true);
          const text = String(await node.commands.call('CLUSTER', 'NODES'));
          if (single.delete(address)) onTurn();
          return { host: hostOf(address), text };
        } catch (error) {
          noView(address, error);
          return null;
        }
      }),
    );
    const heard = views.filter((view) => view !== null);
    if (heard.length > 0 && !stopped) settle(mapOf(heard));
  }

  /** A server that is not a cluster node stays so until somebody changes it: it is logged once. */
  function noView(address: string, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    const isSingle = NO_CLUSTER.test(message);
    if (!isSingle || single.get(address) !== message) survived('a node did not tell of its cluster', error);
    if (!isSingle || single.has(address)) return;
    single.set(address, message);
    onTurn();
  }

  /** A server that is not a cluster node is `stale`: it answers, but serves no slots. */
  function statusOf(address: string, node: Shard): NodeStatus {
    const [status, message] = [node.status(), single.get(address)];
    if (message === undefined || status.state !== 'live') return status;
    return {
      ...{ ...status, state: 'stale', problem: `it is no cluster: ${message}` },
      ...{ waiting: UNKNOWN, findings: [] },
    };
  }

  function settle(next: ClusterMap): void {
    const before = places.map;
    const isSame = next.owners.every((owner, slot) => owner === before.owners[slot]);
    if (isSame && unread.size === 0) {
      places.map = next; // the replicas may differ
      return;
    }
    const wasOwner = new Map([...index.entries()].map((entry) => [entry, ownerOfEntry(entry)]));
    places.map = next;
    const primaries = new Set(next.owners.filter((owner) => owner !== null));
    if (primaries.size === 0) return;
    for (const address of primaries) if (!shards.has(address)) watch(address);
    for (const [address, node] of shards) {
      if (primaries.has(address)) continue;
      shards.delete(address);
      node.stop().catch((error) => survived('a node was not left', error));
    }
    const moved: Entry[] = [];
    const promoted = new Map<string, { from: string; entries: Entry[] }>();
    for (const [entry, was] of wasOwner) {
      const is = ownerOfEntry(entry);
      if (is === was || is === null) continue;
      moved.push(entry);
      if (was === null || !before.replicas.get(was)?.includes(is)) continue;
      const known = promoted.get(is);
      if (known) known.entries.push(entry);
      else promoted.set(is, { from: was, entries: [entry] });
    }
    // A promoted replica may lack the last writes of the old primary.
    for (const [address, { from, entries }] of promoted) {
      shards.get(address)?.promoted(entries, from);
      index.wiped(entries);
    }
    index.changed(moved);
    index.setSilent([...entriesOf(null)], now());
    const keys = [...moved.map(({ key }) => key), ...unread];
    unread.clear();
    if (keys.length === 0) return;
    read(keys, { by: 'scan', urgent: true, named: candidates.matchesPattern }).catch((error) => {
      for (const key of keys) unread.add(key);
      survived('locks that moved were not read', error);
    });
  }

  const all = () => [...shards.values()];
  const up = () =>
    [...shards].flatMap(([address, node]) => (node.isUp() && !single.has(address) ? [node] : []));

  return {
    start(turned) {
      onTurn = turned;
      for (const seed of seeds) watch(addressOf({ url: seed, tls: null }));
      polls = startLoop(MAP_EVERY_MS, refresh, (error) => survived('the cluster was not asked', error));
    },
    async stop() {
      stopped = true;
      await Promise.all([polls?.stop(), ...all().map((node) => node.stop())]);
    },
    up,
    listened: () => up().flatMap((node) => [node, ...node.replicas.sources()]),
    async caughtUp(keys) {
      const owners = new Set(keys.map(places.shardOf));
      await Promise.all([...owners].map((node) => node?.caughtUp()));
    },
    onReplicas: async (key) => (await places.shardOf(key)?.replicas.have(key)) ?? [],
    statuses: () =>
      [...shards]
        .map(([address, node]) => statusOf(address, node))
        .sort((a, b) => (a.node < b.node ? -1 : 1)),
    reports: () =>
      [...shards].map(([address, node]) => {
        const reports = node.reports();
        return single.has(address) && reports.state === 'live' ? { ...reports, state: 'stale' } : reports;
      }),
    totals: () => all().map((node) => node.totals()),
    name: () => target.name,
    read,
  };
}

function hostOf(address: string): string {
  return address.slice(0, address.lastIndexOf(':'));
}
