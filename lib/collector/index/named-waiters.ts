import { holderLabel, type ProcessSight, recordIdOf, seenProcess } from '../../domain/holders/lock-holder';
import { type ByteString, displayOf } from '../../domain/keys/bytes';
import type { LockId } from '../../domain/keys/lock-id';
import type { NamedWait } from '../../domain/wait-graph/wait-graph';
import type { Entry } from './entry-types';
import { recordIdsOf } from './holder-names';
import type { LockIndex } from './lock-index';

/** Most waiters of one lock that are listed by name: the first of its queue. */
const OF_ONE_LOCK = 64;

type NamedWaiters = {
  /** Present waits. Call it once a second: a queued wait counts from the reading in which it was first listed. */
  all(): NamedWait[];
};

type NamedWaitersOptions = {
  index: Pick<LockIndex, 'entries' | 'idOf'>;
  /** What is known of a process from its heartbeat record; null = nothing. */
  sightOf(id: string): ProcessSight | null;
  /** Reads the records of these processes, and remembers them, like those of lock holders. */
  expect(ids: readonly string[]): void;
  /** Processes whose records report waits. */
  waiting(): readonly ProcessSight[];
  /** Number of clients that listen on this channel; null = not known. */
  listenersOn(channel: ByteString): number | null;
};

/**
 * Lists waiters by name from the index: queues were read with the locks, other waits with heartbeats. The records of queued
 * processes are remembered, since a record reports a wait only after a while.
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

  /** Counts a process's waiting time back from its heartbeat, so that no clocks are compared. */
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

/** Merges the reports of one wait from several masters of a group: the earliest report wins. */
export function waitsOnce(waits: readonly NamedWait[]): NamedWait[] {
  const first = new Map<string, NamedWait>();
  for (const wait of waits) {
    const name = JSON.stringify([wait.lock, wait.by, wait.token?.text, wait.process?.instance]);
    const known = first.get(name);
    if (!known || (wait.sinceMs ?? 0) < (known.sinceMs ?? 0)) first.set(name, wait);
  }
  return [...first.values()];
}
