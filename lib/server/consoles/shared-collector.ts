import { setTimeout as pause } from 'node:timers/promises';
import type { Collector, IndexPatch } from '../../collector/types';
import type { Target } from '../../domain/nodes/target';
import type { Coordination } from './coordination';
import { createRemoteCollector } from './remote-collector';

type SharedOptions = {
  target: Target;
  coordination: Coordination;
  /** Whether this console may collect the target itself. */
  competes: boolean;
  /**
   * A collector of our own for as long as we have the lease, whose history is written under `fence`; not started yet. It may
   * throw `FenceTooLow`.
   */
  collect(fence: number): Promise<{ collector: Collector; stop(): Promise<void> }>;
  now: () => number;
  onError(error: unknown): void;
};

/** Whoever takes over shows what was last known until it has looked at everything once, or for this long, ms. */
const WARM_UP_MS = 10_000;
const LOOK_MS = 50;

export type SharedCollector = Collector & {
  /** Our own collector while we have the lease; null = another console collects, or nobody does. */
  local(): Collector | null;
};

/**
 * A target that one of several consoles collects: ourselves while we have its lease, else a copy of what the console that
 * has it tells. Of a target that nobody collects the locks are `unknown`.
 */
export function createSharedCollector(options: SharedOptions): SharedCollector {
  const { target, coordination, competes, collect, now, onError } = options;
  const listeners = new Set<(patch: IndexPatch) => void>();
  let view = remote();
  let unsubscribe = view.onPatch(publish);
  let local: Collector | null = null;
  let contest: Promise<void> = Promise.resolve();
  let stopping: Promise<void> | null = null;

  function remote(seed?: Collector): Collector {
    const ownerOf = () => coordination.ownerOf(target.name);
    return createRemoteCollector({ target, ownerOf, now, onError, ...(seed && { seed }) });
  }

  function publish(patch: IndexPatch): void {
    for (const listener of listeners) {
      try {
        listener(patch);
      } catch (error) {
        onError(error);
      }
    }
  }

  function show(next: Collector): void {
    const before = view.locks();
    unsubscribe();
    view = next;
    unsubscribe = view.onPatch(publish);
    const changed = [...view.locks()];
    const there = new Set(changed.map(({ id }) => id));
    publish({ changed, removed: before.flatMap(({ id }) => (there.has(id) ? [] : id)), events: [] });
  }

  async function lead(fence: number, signal: AbortSignal): Promise<void> {
    const own = await collect(fence);
    local = own.collector;
    const follower = view;
    try {
      own.collector.start();
      await Promise.all([follower.stop(), warmedUp(own.collector, signal)]);
      if (!signal.aborted) show(own.collector);
      await aborted(signal);
    } finally {
      local = null;
      if (!stopping) {
        show(remote(view));
        view.start();
      }
      await own.stop();
    }
  }

  async function stop(): Promise<void> {
    await contest;
    unsubscribe();
    listeners.clear();
    await view.stop();
  }

  return {
    target,
    local: () => local,
    name: () => view.name(),
    isUp: () => view.isUp(),
    start() {
      view.start();
      if (competes) contest = coordination.contend(target.name, lead);
    },
    /** To be called once `coordination` is closing: the contest ends with it. */
    stop: () => (stopping ??= stop()),
    nodes: () => view.nodes(),
    reports: () => view.reports(),
    totals: () => view.totals(),
    locks: () => view.locks(),
    waits: () => view.waits(),
    find: (id) => view.find(id),
    nodeOf: (key) => view.nodeOf(key),
    matchesPattern: (key) => view.matchesPattern(key),
    heardOf: (key) => view.heardOf(key),
    hadLock: (key) => view.hadLock(key),
    lastKnown: (id) => view.lastKnown(id),
    onReplicas: (key) => view.onReplicas(key),
    refresh: (keys) => view.refresh(keys),
    refreshHolders: (key, maxAgeMs) => view.refreshHolders(key, maxAgeMs),
    aliveAtMs: (instance) => view.aliveAtMs(instance),
    setStuck: (stuck) => view.setStuck(stuck),
    setUsual: (usual) => view.setUsual(usual),
    setCrossed: (crossed) => view.setCrossed(crossed),
    setRecorded: (recorded) => view.setRecorded(recorded),
    expect: (id, act) => view.expect(id, act),
    announce: (id, act) => view.announce(id, act),
    onPatch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Every server answers and the names of its keys were looked at once; or it took too long, or is over. */
async function warmedUp(collector: Collector, signal: AbortSignal): Promise<void> {
  const untilMs = performance.now() + WARM_UP_MS;
  while (!signal.aborted && performance.now() < untilMs) {
    const ready = ({ state, coverage }: ReturnType<Collector['nodes']>[number]) =>
      state === 'live' && coverage.completedAtMs !== null;
    if (collector.nodes().every(ready)) return;
    await pause(LOOK_MS);
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
