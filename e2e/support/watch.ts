import { collect } from '../../lib/collector/collect';
import type { Collector } from '../../lib/collector/types';
import type { Lock, LockEvent } from '../../lib/contract/lock';
import type { NodeStatus } from '../../lib/contract/nodes';
import type { Member, Target } from '../../lib/domain/nodes/target';
import { createMemoryStore } from '../../lib/history/memory/memory-store';
import type { HistoryStore } from '../../lib/history/memory/store';
import { addressOf } from '../../lib/redis/connection';
import { closing } from './closing';
import { until } from './redis-server';

export type Watch = {
  collector: Collector;
  history: HistoryStore;
  /** Everything that was told so far. */
  events: LockEvent[];
  /** What the collector survived. */
  problems: string[];
  /** When each patch came, epoch ms. */
  patches: number[];
  lock(key: string): Lock | undefined;
  /** The only node, or the first of several. */
  status(): NodeStatus;
  /** Kinds of the events of one key, oldest first. */
  kinds(key: string): string[];
};

/** Status of the only node, or of the first of several. */
export function statusOf(collector: Pick<Collector, 'nodes'>): NodeStatus {
  const [first] = collector.nodes();
  if (!first) throw new Error('the collector watches no node');
  return first;
}

/** A target of a test. */
export function targetOf(url: string, change: Partial<Target> = {}): Target {
  return {
    name: 'test',
    environment: 'test',
    production: false,
    url,
    topology: { kind: 'standalone' },
    tls: null,
    db: 0,
    patterns: [],
    prefixes: [],
    trackKeyspace: true,
    readOnly: false,
    commandsPerSecond: 20_000,
    ...change,
  };
}

/** One server of a Redlock group of a test. */
export function memberOf(url: string): Member {
  return { ...targetOf(url), votesAs: addressOf({ url, tls: null }) };
}

/** Starts a collector on a real server, or on those that the topology names. The caller stops it. */
export function watch(url: string, change: Partial<Target> = {}): Watch {
  const target = targetOf(url, change);
  const events: LockEvent[] = [];
  const problems: string[] = [];
  const patches: number[] = [];
  let seq = 0;
  const history = createMemoryStore();
  const collector = collect({
    target,
    history,
    host: {
      nextSeq: () => ++seq,
      log: (message, details) => problems.push(`${message} ${JSON.stringify(details)}`),
    },
  });
  collector.onPatch((patch) => {
    patches.push(Date.now());
    events.push(...patch.events);
  });
  collector.start();
  return {
    collector,
    history,
    events,
    problems,
    patches,
    status: () => statusOf(collector),
    lock: (key) => collector.locks().find((lock) => lock.key.text === key),
    kinds: (key) => events.filter((event) => event.key === key).map(({ kind }) => kind),
  };
}

export type Watches = {
  /** As `watch`, until the test ends. */
  started(change?: Partial<Target>): Watch;
  /** The same, once it knows every key. */
  watching(change?: Partial<Target>): Promise<Watch>;
};

/** Collectors for the tests of a file; `urlOf` is asked when one starts. */
export function watchesOn(urlOf: () => string): Watches {
  const { closers } = closing();

  function started(change: Partial<Target> = {}): Watch {
    const watched = watch(urlOf(), change);
    closers.push(() => watched.collector.stop());
    return watched;
  }

  async function watching(change: Partial<Target> = {}): Promise<Watch> {
    const watched = started(change);
    await until('the first sweep', () =>
      watched.collector.nodes().every(({ coverage }) => coverage.names === 1),
    );
    return watched;
  }

  return { started, watching };
}
