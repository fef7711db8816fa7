import { holderLabel, type ProcessSight, recordIdOf, seenProcess } from '../../domain/holders/lock-holder';
import { type ByteString, displayOf } from '../../domain/keys/bytes';
import type { LockId } from '../../domain/keys/lock-id';
import type { NamedWait } from '../../domain/wait-graph/wait-graph';
import type { Entry } from './entry-types';
import { recordIdsOf } from './holder-names';
import type { LockIndex } from './lock-index';

/** Waiters of one lock that are told by name: the first of its queue. */
const OF_ONE_LOCK = 64;

export type NamedWaiters = {
  /** Who waits now. To be asked once a second: a wait is as old as it was first told. */
  all(): NamedWait[];
};

export type NamedWaitersOptions = {
  index: Pick<LockIndex, 'entries' | 'idOf'>;
  /** What is known of a process from its heartbeat record; null = nothing. */
  sightOf(id: string): ProcessSight | null;
  /** The records of these processes are read, and kept in mind, as of those that hold locks. */
  expect(ids: readonly string[]): void;
  /** Processes that say in their records that they wait. */
  waiting(): readonly ProcessSight[];
  /** Clients that listen on this channel; null = not known. */
  listenersOn(channel: ByteString): number | null;
};

/**
 * The names of those who wait, as the index has them: they were read with the locks or with heartbeats. Whoever stands in a
 * queue is kept in mind, as its record tells of a wait only after a while.
 */
export function createNamedWaiters(options: NamedWaitersOptions): NamedWaiters {
  const { index, sightOf, expect, waiting, listenersOn } = options;
  let since = new Map<LockId, ReadonlyMap<ByteString, number>>();

  function inQueue({ id, key, recognised }: Entry, firstSeen: Map<ByteString, number>): NamedWait[] {
    const { format, decoded, sight } = recognised;
    const places = decoded.queue?.places?.filter(({ ghost }) => !ghost).slice(0, OF_ONE_LOCK) ?? [];
    const atMs = sight.raw.readAtMs;
    const waits = places.map(({ token }, i): NamedWait => {
      const sinceMs = since.get(id)?.get(token) ?? atMs;
      firstSeen.set(token, sinceMs);
      const named = format.waiterProcessOf?.(token) ?? null;
      const recordId = recordIdOf(named);
      const channel = format.channels?.waiterChannelOf?.(key, token);
      const listeners = channel === undefined ? null : listenersOn(channel);
      const heard = listeners === null ? null : listeners > 0;
      const process = named && seenProcess(named, recordId === null ? null : sightOf(recordId));
      return {
        ...{ lock: id, by: 'queue', token: displayOf(token), label: holderLabel(null, process), process },
        ...{ place: i + 1, sinceMs, heard, known: { by: 'read', atMs } },
      };
    });
    expect(recordIdsOf(waits));
    return waits;
  }

  /** For how long a process waited is counted back from its heartbeat, so that no clocks are compared. */
  function byRecord(sight: ProcessSight): NamedWait[] {
    const { record, heartbeat } = sight;
    const process = seenProcess({ host: null, pid: null, instance: record?.id ?? null }, sight);
    return (record?.waits ?? []).map(({ key, forMs }): NamedWait => {
      const reportedMs = heartbeat.lastMs ?? heartbeat.known.atMs;
      return {
        ...{
          lock: index.idOf(key),
          by: 'heartbeat',
          token: null,
          label: holderLabel(null, process),
          process,
        },
        ...{
          place: null,
          sinceMs: reportedMs - forMs,
          heard: null,
          known: { by: 'client', atMs: reportedMs },
        },
      };
    });
  }

  return {
    all() {
      const waits: NamedWait[] = [];
      const next = new Map<LockId, Map<ByteString, number>>();
      for (const entry of index.entries()) {
        if (!entry.recognised.decoded.queue?.places?.length) continue;
        const firstSeen = new Map<ByteString, number>();
        next.set(entry.id, firstSeen);
        for (const wait of inQueue(entry, firstSeen)) waits.push(wait);
      }
      since = next;
      return [...waits, ...waiting().flatMap(byRecord)];
    },
  };
}

/** What several masters of a group tell of one wait, once: as the one tells it who saw it first. */
export function waitsOnce(waits: readonly NamedWait[]): NamedWait[] {
  const first = new Map<string, NamedWait>();
  for (const wait of waits) {
    const name = JSON.stringify([wait.lock, wait.by, wait.token?.text, wait.process?.instance]);
    const known = first.get(name);
    if (!known || (wait.sinceMs ?? 0) < (known.sinceMs ?? 0)) first.set(name, wait);
  }
  return [...first.values()];
}
