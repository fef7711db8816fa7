import type { ByteString } from '../../domain/keys/bytes';
import type { Target } from '../../domain/nodes/target';
import type { EventFact } from '../../history/recorder/event-facts';
import type { LockIndex } from '../index/lock-index';
import { createChangeCount } from '../keys/change-count';
import { COMMANDS_PER_KEY } from '../keys/read-jobs';
import type { WatchedServer } from '../keys/server';
import { createArrivalClock } from './arrival-clock';
import { createDeferredReads } from './deferred-reads';
import { createEventCounter } from './event-counter';
import type { HoldType } from './hold-events';
import type { LockFamilies } from './lock-families';

/** Share of the command budget up to which each change is read at once. */
const AT_ONCE = 0.04;

type Options = {
  target: Pick<Target, 'votesAs' | 'topology'>;
  server: Pick<WatchedServer, 'budget' | 'now' | 'session'> & { caughtUp(): Promise<void> };
  index: Pick<LockIndex, 'get' | 'idOf' | 'changedSince'>;
  families: LockFamilies;
  onCount(fact: EventFact | null): void;
  /** Whether every keyspace event of keys of this type is reported. */
  countsAll(type: HoldType): boolean;
  missingLine(): string | null;
  /** Whether the names of all keys were looked at once. */
  isComplete(): boolean;
  /** The key is to be read; its change, reported at `reportedMs`, counts already. */
  read(key: ByteString, reportedMs: number): void;
};

/** What counts the holds on one server by their events, and spares readings. Nothing before its locks were read. */
export function createNodeCounting(options: Options) {
  const { target, server, index } = options;
  const { budget, now, session } = server;
  const isKnown = (key: ByteString) => index.get(key) !== undefined;
  /** A Redlock group's locks are merged from readings; a key that moves in a cluster sends the event of a release. */
  const canCount = target.votesAs === undefined && target.topology.kind !== 'cluster';
  const countsAll = (type: HoldType) => canCount && options.countsAll(type);
  const changes = createChangeCount(now);
  const clock = createArrivalClock(now);
  const { families, onCount } = options;
  const counter = createEventCounter({
    ...{ index, families, clock, now, countsAll, changes, onCount },
    // The index takes that reading first.
    onOutdated: (key) =>
      queueMicrotask(() => {
        index.changedSince(key);
        options.read(key, now());
      }),
  });
  const deferred = createDeferredReads({
    ...{ now, isKnown, stateOf: counter.stateOf, read: options.read },
    isBusy: () => counter.perSecond() * COMMANDS_PER_KEY > budget.rate() * AT_ONCE,
  });
  let readRound = -1;

  return {
    ...{ changes, deferred, counter },
    /** What to run on the server so that its events count; null = they do, or never will. */
    command: () => (canCount ? options.missingLine() : null),
    /** All locks are read again now: call what it returns when they were. */
    reading() {
      const round = counter.round();
      return () => {
        readRound = round;
      };
    },
    /** Events count once every lock was found and read, and all that was reported until then is received. */
    async everySecond(): Promise<void> {
      counter.settle();
      const round = counter.round();
      if (counter.isOn() || !countsAll('string') || !options.isComplete() || readRound !== round) return;
      await server.caughtUp();
      if (round === counter.round() && session() !== null) counter.begin();
    },
    stop() {
      clock.stop();
      deferred.stop();
    },
  };
}
