import { idOf } from '../../collector/index/id-of';
import type { Collector, IndexPatch, LockMemory } from '../../collector/types';
import type { Ask } from '../../contract/consoles';
import type { Lock } from '../../contract/lock';
import type { NodeStatus } from '../../contract/nodes';
import { type ByteString, displayOf } from '../../domain/keys/bytes';
import type { LockId } from '../../domain/keys/lock-id';
import { NOT_COVERED } from '../../domain/nodes/coverage';
import type { Target } from '../../domain/nodes/target';
import { UNKNOWN } from '../../domain/values/counted';
import { sightOf } from './feed';
import { followFeed } from './follow-feed';
import { markStale } from './mark-stale';
import type { ConsoleAnswer, ConsoleOwner, FeedLine, KeySight, LocksLine, StateLine } from './wire';

type RemoteOptions = {
  target: Target;
  ownerOf(): Promise<ConsoleOwner | null>;
  now: () => number;
  onError(error: unknown): void;
  /** What was known until now, shown as `unknown` until it is heard of. */
  seed?: Collector;
};

/** `acquisitions` = as the console that collects said them last, which it does when the lock is read for somebody. */
type Kept = Pick<LockMemory, 'lock' | 'ttlSamples' | 'acquisitions'> & { sight: KeySight };

/**
 * What another console collects, as a collector of our own: a copy that its feed keeps up to date, a tenth of a second
 * behind. Once nothing was heard for 3.5 s its servers are `stale` and its locks `unknown`, until it is heard of again.
 */
export function createRemoteCollector(options: RemoteOptions): Collector {
  const { target, ownerOf, now, onError, seed } = options;
  const kept = new Map<LockId, Kept>((seed?.locks() ?? []).map((lock) => [lock.id, keptFrom(seed, lock)]));
  const gone = new Map<LockId, Lock>();
  const listeners = new Set<(patch: IndexPatch) => void>();
  let state: StateLine | null = null;
  /** Locks that a new feed has not told of yet; null = it told of all. */
  let untold: Set<LockId> | null = null;
  let silence: { sinceMs: number; why: string } | null = { sinceMs: now(), why: 'not asked yet' };
  let following: ReturnType<typeof followFeed> | null = null;

  function publish(patch: IndexPatch): void {
    if (patch.changed.length + patch.removed.length + patch.events.length === 0) return;
    for (const listener of listeners) {
      try {
        listener(patch);
      } catch (error) {
        onError(error);
      }
    }
  }

  function take(line: FeedLine): void {
    if (line.type === 'locks') takeLocks(line);
    else takeState(line);
  }

  function takeLocks({ changed, sights, removed, events }: LocksLine): void {
    for (const [i, lock] of changed.entries()) {
      const sight = sights[i];
      if (!sight) continue;
      const { ttlSamples = [], acquisitions = [] } = kept.get(lock.id) ?? {};
      kept.set(lock.id, { lock, sight, ttlSamples, acquisitions });
      gone.delete(lock.id);
      untold?.delete(lock.id);
    }
    for (const id of removed) forget(id);
    publish({ changed, removed, events });
  }

  function takeState(line: StateLine): void {
    state = line;
    confirmAll(line.nodes);
    if (!line.whole) return;
    if (untold && untold.size > 0) {
      const removed = [...untold];
      for (const id of removed) forget(id);
      publish({ changed: [], removed, events: [] });
    }
    untold = null;
    const back = silence !== null;
    silence = null;
    if (back) publish({ changed: [...kept.values()].map(({ lock }) => lock), removed: [], events: [] });
  }

  /** A reading that changed nothing is not in the feed; of the oldest one the node reports. */
  function confirmAll(nodes: readonly NodeStatus[]): void {
    const oldest = new Map(nodes.map(({ node, coverage }) => [node, coverage.oldestAtMs]));
    for (const [id, { lock, ...rest }] of kept) {
      const atMs = oldest.get(lock.node) ?? null;
      if (atMs === null || atMs <= lock.confirmed.atMs || lock.state === 'unknown') continue;
      kept.set(id, { ...rest, lock: { ...lock, confirmed: { by: 'scan', atMs } } });
    }
  }

  function forget(id: LockId): void {
    const last = kept.get(id)?.lock;
    kept.delete(id);
    if (!last) return;
    gone.set(id, { ...last, state: 'free', findings: [], reason: { code: 'released', values: {} } });
    if (gone.size > 2_000) gone.delete(gone.keys().next().value ?? '');
  }

  function fallSilent(why: string): void {
    if (silence) {
      silence = { ...silence, why };
      return;
    }
    silence = { sinceMs: now(), why };
    publish({ changed: locks(), removed: [], events: [] });
  }

  const shown = (lock: Lock) => (silence ? markStale(lock) : lock);
  const locks = () => [...kept.values()].map(({ lock }) => shown(lock));
  const keptOf = (key: ByteString) => kept.get(idOf(target, key));

  async function ask(question: Ask): Promise<ConsoleAnswer> {
    if (!following) return { told: [], replicas: [] };
    const answer = await following.ask(question);
    for (const { memory, lastKnown, sight } of answer.told) {
      const id = idOf(target, sight.key);
      if (memory) kept.set(id, { ...memory, sight });
      else {
        kept.delete(id);
        if (lastKnown) gone.set(id, lastKnown);
      }
    }
    return answer;
  }

  function nodes(): NodeStatus[] {
    const told = state?.nodes ?? [unasked(target)];
    if (!silence) return told;
    const problem = `Followed from another console: ${silence.why}`;
    return told.map((node) => ({
      ...node,
      state: 'stale',
      problem,
      failure: null,
      findings: [],
      waiting: UNKNOWN,
    }));
  }

  return {
    target,
    name: () => state?.name ?? target.name,
    isUp: () => !silence && (state?.isUp ?? false),
    start() {
      following ??= followFeed({
        target: target.name,
        ownerOf,
        onLine: take,
        onStart: () => {
          untold = new Set(kept.keys());
        },
        onSilence: fallSilent,
      });
    },
    async stop() {
      await following?.stop();
      listeners.clear();
    },
    nodes,
    reports: nodes,
    totals: () => state?.totals ?? [],
    locks,
    waits: () => (silence ? [] : (state?.waits ?? [])),
    find(id) {
      const found = kept.get(id);
      if (!found) return null;
      const { lock, sight, ttlSamples, acquisitions } = found;
      return { lock: shown(lock), key: sight.key, ttlSamples, acquisitions };
    },
    nodeOf: (key) => keptOf(key)?.lock.node ?? state?.nodes[0]?.node ?? target.name,
    matchesPattern: (key) => keptOf(key)?.sight.named ?? false,
    heardOf: (key) => keptOf(key)?.sight.heard ?? [],
    hadLock: (key) => kept.has(idOf(target, key)) || gone.has(idOf(target, key)),
    lastKnown: (id) => gone.get(id) ?? null,
    onReplicas: (key) =>
      ask({ verb: 'on-replicas', key }).then(
        ({ replicas }) => replicas,
        () => [],
      ),
    refresh: (keys) => ask({ verb: 'refresh', keys: [...keys] }).then(() => {}),
    refreshHolders: (key, maxAgeMs) => ask({ verb: 'refresh-holders', key, maxAgeMs }).then(() => {}),
    // The console that collects records as well.
    aliveAtMs: () => null,
    // The console that collects looks for cycles, overstays and orders among all targets itself.
    setStuck() {},
    setUsual() {},
    setCrossed() {},
    setRecorded() {},
    // It was announced.
    expect() {},
    announce: (id, act) => ask({ verb: 'expect', id, act }).then(() => {}, onError),
    onPatch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function keptFrom(seed: Collector | undefined, lock: Lock): Kept {
  const sight = seed ? sightOf(seed, lock) : { key: '', named: false, heard: [] };
  return { lock, sight, ttlSamples: [], acquisitions: [] };
}

/** A target of which nothing was heard yet. */
function unasked({ name, db, environment, production, readOnly, commandsPerSecond }: Target): NodeStatus {
  return {
    ...{ target: name, node: displayOf(name).text, db, environment, production, readOnly },
    ...{ state: 'connecting', problem: null, lastAnswerAtMs: null, pingMs: null, redisVersion: null },
    ...{ keys: null, events: 'none', eventsNote: null, eventsGap: null },
    coverage: NOT_COVERED,
    cost: { commandsPerSecond: 0, bytesPerSecond: 0, slowestMs: 0, budgetPerSecond: commandsPerSecond },
    ...{ held: 0, waiting: UNKNOWN, census: null, health: null, replicas: null, findings: [] },
  };
}
