import type { NodeFindingCode } from '../../contract/finding-codes';
import type { NodeStatus } from '../../contract/nodes';
import { type ByteString, displayOf } from '../../domain/keys/bytes';
import type { Target } from '../../domain/nodes/target';
import { nodeFindings } from '../../findings/core/node-findings';
import type { Registry } from '../../formats/index';
import type { Entry } from '../index/entry-types';
import type { Changes } from '../keys/change-count';
import type { ScanProgress } from '../keys/keyspace-scan';
import type { FactsBook } from '../keys/node-facts';
import type { AskedServer } from '../keys/server';
import { createLatchCount } from './latch-count';
import { createHealthPoll } from './node-health';
import { createRestarts } from './restarts';
import { createRightsTest } from './rights-test';

const POLLED = /^changes are polled: /;

/** Finds what on one server puts its locks at risk. */
type Doctor = {
  /** Reads the server's health when due: call it every second. Rejects when the connection fails. */
  poll(): Promise<void>;
  /** Takes the names that a keyspace scan found; returns them. */
  saw(keys: readonly ByteString[]): readonly ByteString[];
  /** The server lost its data: remembers the locks known from before, and returns them. */
  wiped(): Iterable<Entry>;
  /** The server was a replica of `from` and now serves these locks. */
  promoted(entries: Iterable<Entry>, from: string): void;
  /** Its locks were read again. */
  reconciled(entryOf: (key: ByteString) => Entry | undefined): void;
  /** The server is back: the next poll reads it. */
  again(): void;
  /** A server that is not `up` has no findings, and its health is the last one known. */
  says(seen: Seen): Pick<NodeStatus, 'health' | 'findings'>;
  missingRights(seen: Pick<Seen, 'up' | 'notes'>): NodeStatus['missingRights'];
};

type Seen = {
  up: boolean;
  /** What missing permissions cost events. */
  notes: readonly string[];
  /** Channels with classic and sharded subscribers. */
  mixed: ReadonlySet<ByteString>;
  replicas: NodeStatus['replicas'];
  /** Changes of locks within the last minute. */
  changes: Changes;
  /** See `NodeSurroundings.countCommand`. */
  countCommand?: string | null;
};

type DoctorOptions = {
  server: AskedServer & {
    address(): string;
    /** Monotonic clock, ms; only differences matter. Default: this process's. */
    monotonic?: () => number;
  };
  facts: Pick<FactsBook, 'last'>;
  progress: Pick<ScanProgress, 'completedAtMs'>;
  target: Pick<Target, 'votesAs' | 'readOnly'>;
  locks: {
    /** Locks whose keys are on the server. */
    entries(): Iterable<Entry>;
    /** The release channel of a lock. */
    channelOf: Registry['channelOf'];
  };
};

export function createDoctor(options: DoctorOptions): Doctor {
  const { server, facts, progress, target, locks } = options;
  const { now } = server;
  const { entries } = locks;
  const health = createHealthPoll({ ...server, facts: facts.last });
  const rights = createRightsTest({ ...server, target });
  const restarts = createRestarts({ ...server, facts: facts.last });
  const latches = createLatchCount(() => progress.completedAtMs);
  const openSince = new Map<NodeFindingCode, number>();

  function countLocks(mixed: ReadonlySet<ByteString>) {
    const counts = { held: 0, withoutTtl: 0 };
    const mixedChannels: string[] = [];
    for (const { key, facts, recognised } of entries()) {
      const { holders, deadlineMs, free } = facts.reading;
      if (mixed.size > 0) {
        const channel = locks.channelOf(recognised.format.id, key);
        if (channel !== undefined && mixed.has(channel)) mixedChannels.push(displayOf(channel).text);
      }
      if (holders.length === 0 && free) continue;
      counts.held += 1;
      if (deadlineMs === 'none') counts.withoutTtl += 1;
    }
    return { locks: counts, mixedChannels };
  }

  function takenSince(atMs: number): number {
    let count = 0;
    for (const { facts } of entries()) {
      const { since, reading } = facts;
      if (reading.holders.length > 0 && since && !since.atLeast && since.atMs > atMs) count += 1;
    }
    return count;
  }

  return {
    async poll() {
      await rights.poll();
      await health.poll();
    },
    saw(keys) {
      latches.saw(keys);
      return keys;
    },
    wiped() {
      restarts.before(entries());
      return entries();
    },
    promoted: restarts.promoted,
    reconciled: restarts.after,
    again() {
      rights.again();
      health.again();
    },
    says({ up, notes, mixed, replicas, changes, countCommand = null }) {
      const known = health.health();
      if (!up || !known) return { health: known, findings: [] };
      const polled = notes.find((note) => POLLED.test(note));
      const around = {
        ...countLocks(mixed),
        takenSince,
        replicas: replicas ?? [],
        inGroup: target.votesAs !== undefined,
        changes,
        countCommand,
        polled: polled?.replace(POLLED, '') ?? null,
        latches: latches.count(),
        restart: restarts.restart(),
        promotion: restarts.promotion(),
        jump: health.jump(),
      };
      return { health: known, findings: nodeFindings(known, around, openSince, now()) };
    },
    missingRights: ({ up, notes }) => (up ? rights.missing(notes) : null),
  };
}
