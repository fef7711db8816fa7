import type { LockOnReplica, ReplicaStatus } from '../../contract/replica';
import type { ByteString } from '../../domain/keys/bytes';
import type { Target } from '../../domain/nodes/target';
import { toWire } from '../../redis/run-script';
import type { Entry } from '../index/entry-types';
import { ask } from '../keys/answer';
import { type Loop, startLoop } from '../keys/loop';
import { infoOf } from '../keys/node-facts';
import type { WaiterSource } from '../keys/waiters';
import type { Host, NodeWatch } from '../node/node-watch-types';
import { createReplicaWatch } from '../node/replica-watch';
import { createStreamLog } from '../node/stream-log';
import { countOnReplica, type ReplicaCount, sampleOf } from './locks-on-replica';
import { createReplicaLink, type ReplicaLink } from './replica-link';
import { type PrimaryReport, replicaStatusOf } from './replica-says';

const ASK_MS = 1_000;
const COUNT_MS = 5_000;
/** An hour of offsets of the primary's stream. */
const SAMPLES = 3_600;
/** Most locks that one pass asks for. */
const MOST_LOCKS = 1_000;
const MOST_REPLICAS = 32;

/** The replicas of one primary, each over a connection of its own. */
export type ReplicaNodes = {
  start(): void;
  stop(): Promise<void>;
  /** In the order of their addresses; null = the replicas cannot be known. */
  statuses(): ReplicaStatus[] | null;
  /** The replicas that answer: clients that subscribe there wait as well. */
  sources(): WaiterSource[];
  /** Asks every replica for a key now; takes a second at most, and never rejects. */
  have(key: ByteString): Promise<LockOnReplica[]>;
};

type ReplicaNodesOptions = {
  target: Target;
  primary: Pick<NodeWatch, 'commands' | 'budget' | 'isUp' | 'address'>;
  /** Locks of the primary. */
  entries(): Iterable<Entry>;
  /** Addresses of the replicas by the cluster map; absent = the primary reports them. */
  addresses?: (() => readonly string[]) | undefined;
  host: Host;
};

/** Asks no replica where the target sets `askReplicas: false`: their rows then show the primary's report. */
export function createReplicaNodes(options: ReplicaNodesOptions): ReplicaNodes {
  const { target, primary } = options;
  const { now, survived } = options.host;
  const links = new Map<string, ReplicaLink>();
  const counts = new Map<ReplicaLink, ReplicaCount>();
  const deaf = new Map<ReplicaLink, string>();
  const log = createStreamLog(SAMPLES);
  const watch = createReplicaWatch(log);
  let told: PrimaryReport | null = null;
  let addresses: readonly string[] | null = null;
  let primaryAddress = primary.address();
  let passes = 0;
  let loops: Loop[] = [];

  async function askPrimary(): Promise<void> {
    if (!primary.isUp()) return;
    await primary.budget.take(1, true);
    const { value } = await ask(primary.commands.info('replication'));
    if (primary.address() !== primaryAddress) {
      primaryAddress = primary.address();
      watch.forget();
    }
    const info = infoOf(value);
    const role = info.get('role') === 'master' ? 'primary' : null;
    const atMs = now();
    const { replicas } = watch.seen({ info, role, readAtMs: atMs });
    const offset = Number(info.get('master_repl_offset') ?? 0);
    told = replicas && { streamId: info.get('master_replid'), offset, replicas, atMs };
    const known = options.addresses?.() ?? replicas?.map(({ address }) => address) ?? null;
    addresses = known && [...new Set(known)].filter((each) => each !== primaryAddress).sort();
    settle();
  }

  function settle(): void {
    const wanted = new Set(target.askReplicas === false ? [] : addresses?.slice(0, MOST_REPLICAS));
    for (const [address, link] of links) {
      if (wanted.has(address)) continue;
      links.delete(address);
      counts.delete(link);
      deaf.delete(link);
      link.stop();
    }
    for (const address of wanted) {
      if (links.has(address)) continue;
      const link = createReplicaLink(target, address, now);
      links.set(address, link);
      link.start();
    }
  }

  /** Asks the primary first, so that writes made while a replica is asked never count as its lag. */
  async function askAll(): Promise<void> {
    try {
      await askPrimary();
    } finally {
      for (const link of links.values()) void link.poll();
    }
  }

  async function count(): Promise<void> {
    const asked = [...links.values()].filter((link) => link.answers());
    if (asked.length === 0 || !primary.isUp()) return;
    const most = Math.min(MOST_LOCKS, target.commandsPerSecond);
    const sample = sampleOf(options.entries(), passes++ * most, most, now());
    await Promise.allSettled(
      asked.map(async (link) => {
        const counted = await countOnReplica(link, primary, sample, now);
        if (links.get(link.address) === link) counts.set(link, counted);
      }),
    );
  }

  function statusOf(address: string): ReplicaStatus {
    const link = links.get(address);
    const [counted, why] = link ? [counts.get(link), deaf.get(link)] : [];
    return replicaStatusOf({ address, link, counted, deaf: why, primary: primary.isUp() ? told : null, log });
  }

  function sourceOf(link: ReplicaLink): WaiterSource {
    const { commands, budget } = link;
    function onRefused(why: string | null): void {
      if (why === null) deaf.delete(link);
      else deaf.set(link, why);
    }
    return { commands, budget, onRefused };
  }

  return {
    start() {
      if (loops.length > 0) return;
      const survive = (error: unknown) => survived('replicas were not asked', error);
      loops = [startLoop(ASK_MS, askAll, survive), startLoop(COUNT_MS, count, survive)];
    },
    async stop() {
      for (const link of links.values()) link.stop();
      await Promise.all(loops.map((loop) => loop.stop()));
      for (const link of links.values()) link.stop(); // links added meanwhile
      links.clear();
    },
    statuses: () => addresses?.map(statusOf) ?? null,
    sources: () => [...links.values()].filter((link) => link.answers()).map(sourceOf),
    have: (key) =>
      Promise.all((addresses ?? []).map((address) => haveOn(address, links.get(address), key, now))),
  };
}

async function haveOn(
  address: string,
  link: ReplicaLink | undefined,
  key: ByteString,
  now: () => number,
): Promise<LockOnReplica> {
  if (!link?.answers()) return { address, present: null, why: link?.says().problem ?? null, atMs: now() };
  try {
    await link.budget.take(1, true);
    const { value, refused = null } = await ask(link.commands.exists(toWire(key) as string | Buffer));
    return { address, present: refused === null ? value === 1 : null, why: refused, atMs: now() };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { address, present: null, why, atMs: now() };
  }
}
