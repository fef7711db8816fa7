import type { Target } from '../../domain/nodes/target';
import { ConsoleError } from '../../domain/values/errors';
import { type AnyRedis, openActions } from '../../redis/connection';
import type { Log } from '../record/log';
import type { TargetHandle } from '../runtime/types';

/** Collects one target, not started yet. `stop` ends it with all that records it. */
export type Collected = Pick<TargetHandle, 'registry' | 'collector'> & { stop(): Promise<void> };

type Options = {
  log: Log;
  collect(target: Target): Collected;
  /** Called once a target is known, before anything of it is read. Returns what is called when it is removed. */
  onAdd(handle: TargetHandle): () => void;
};

/** The targets of a runtime, with everything that speaks to each. */
type WatchedTargets = {
  /** Starts to watch a target; a Redis that is down is tried again by itself. Throws `invalid-argument` for a name that is taken. */
  add(target: Target): void;
  /** Stops watching a target and closes its connections. Throws `invalid-argument` when there is none. */
  remove(name: string): Promise<void>;
  names(): string[];
  /** Throws `invalid-argument` when there is none. */
  watched(name: string): TargetHandle;
  all(name?: string | null): TargetHandle[];
  /** `listener` is called whenever a target came or went. Returns the unsubscribe function. */
  onChange(listener: () => void): () => void;
  /** Closes the connections that users' actions go over. */
  disconnect(): void;
  /** Ends the collectors and what records them. */
  stop(): Promise<void>;
};

type Entry = { handle: TargetHandle; stop(): Promise<void>; onRemove(): void };

export function createWatchedTargets({ log, collect, onAdd }: Options): WatchedTargets {
  const entries = new Map<string, Entry>();
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of [...listeners]) listener();
  };

  function entryOf(name: string): Entry {
    const found = entries.get(name);
    if (found) return found;
    throw new ConsoleError('invalid-argument', `There is no target called ${name.slice(0, 64)}.`, {
      setting: 'target',
    });
  }

  const watched = (name: string) => entryOf(name).handle;

  return {
    add(target) {
      if (entries.has(target.name))
        throw new ConsoleError('invalid-argument', `There is a target called ${target.name} already.`, {
          setting: 'name',
        });
      const { registry, collector, stop } = collect(target);
      const handle: TargetHandle = { target, registry, collector, ...actionsOf(target, log) };
      entries.set(target.name, { handle, stop, onRemove: onAdd(handle) });
      collector.start();
      for (const redis of connectionsOf(handle)) redis.connect().catch(() => {}); // 'error' reports it, and it retries
      changed();
    },
    async remove(name) {
      const { handle, stop, onRemove } = entryOf(name);
      entries.delete(name);
      onRemove();
      for (const redis of connectionsOf(handle)) redis.disconnect();
      changed();
      await stop();
    },
    names: () => [...entries.keys()],
    watched,
    all: (name) =>
      name === null || name === undefined
        ? [...entries.values()].map(({ handle }) => handle)
        : [watched(name)],
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    disconnect() {
      for (const { handle } of entries.values())
        for (const redis of connectionsOf(handle)) redis.disconnect();
    },
    async stop() {
      listeners.clear();
      await Promise.allSettled([...entries.values()].map((entry) => entry.stop()));
    },
  };
}

function actionsOf(target: Target, log: Log): Pick<TargetHandle, 'actions' | 'masters'> {
  const { topology } = target;
  if (topology.kind !== 'redlock') return { actions: loggedActions(target, log), masters: [] };
  const masters = topology.members.map((member) => ({
    node: member.votesAs,
    redis: loggedActions(member, log),
  }));
  const [first] = masters;
  if (!first) throw new ConsoleError('config-invalid', `${target.name} has no masters`);
  return { actions: first.redis, masters };
}

function connectionsOf({ actions, masters }: Pick<TargetHandle, 'actions' | 'masters'>): AnyRedis[] {
  return masters.length > 0 ? masters.map(({ redis }) => redis) : [actions];
}

/** One line a failure, not one a try. */
function loggedActions(target: Target, log: Log): AnyRedis {
  const redis = openActions(target);
  let logged = false;
  redis.on('ready', () => {
    if (logged) log.info({ target: target.name }, 'Redis answers again');
    logged = false;
  });
  redis.on('error', (error: Error) => {
    if (!logged) log.warn({ target: target.name, err: error }, 'Redis cannot be reached');
    logged = true;
  });
  return redis;
}
