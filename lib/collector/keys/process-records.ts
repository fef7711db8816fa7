import type { KnownBy } from '../../contract/codes';
import { heartbeatStateOf } from '../../domain/holders/judge-holder';
import type { ProcessSight } from '../../domain/holders/lock-holder';
import type { ByteString } from '../../domain/keys/bytes';
import { processIdOfKey } from '../../domain/keys/process-record';
import { differsFrom, nextReadMs, type RecordReading, sightAfter } from './process-sight';
import { COMMANDS_PER_RECORD, readRecords } from './read-records';
import type { WatchedServer } from './server';

/** Share of the command budget that heartbeats may use. */
const SHARE = 0.1;
const MOST_AT_ONCE = 100;
/** A process without locks is forgotten only after this, ms: it may acquire its next lock at once. */
const FORGET_MS = 20_000;
const CENSUS_MS = 1_000;
/** Most records waiting to be read of processes that hold no known locks. */
const STRANGERS = 500;
/** Delay after a failure, and after a refusal, ms. */
const RETRY_MS = 2_000;
const REFUSED_FOR_MS = 60_000;

/** How often `poll` should be called, ms. */
export const RECORDS_POLL_MS = 250;

/**
 * Follows the heartbeat records of the processes that hold locks or report waits. Records of other processes are read when
 * a scan finds them.
 */
export type ProcessRecords = {
  /** What is known of a process; null = its record was not read yet. */
  of(id: string): ProcessSight | null;
  /** These processes hold locks: the next poll reads the new ones. */
  expect(ids: readonly string[]): void;
  /** A keyspace scan found these keys: records of unknown processes among them are read once. Returns the keys. */
  saw(keys: readonly ByteString[]): readonly ByteString[];
  /** Processes that were alive at their last reading and reported waits in it. */
  waiting(): ProcessSight[];
  /** Reads the records that are due. Rejects when the connection fails, once until it works again. */
  poll(): Promise<void>;
  /** Reads the records that were read more than `maxAgeMs` ago. Rejects when the connection fails. */
  look(ids: readonly string[], maxAgeMs: number): Promise<void>;
  /** The node is back: everything is due. */
  again(): void;
  /** The server lost its data: a missing record says nothing about its process. */
  wiped(): void;
  /** What a missing permission costs; null = nothing. */
  note(): string | null;
};

type ProcessRecordsOptions = {
  server: Pick<WatchedServer, 'redis' | 'budget' | 'now' | 'answered'>;
  /** Ids of the processes that hold locks now. */
  inUse(): Iterable<string>;
  /** These records were read; `different` = those that changed. Never rejects. */
  onRead(ids: ReadonlySet<string>, different: ReadonlySet<string>): Promise<void>;
};

type Memory = {
  sight: ProcessSight | null;
  readAtMs: number;
  waitMs: number;
  /** Consecutive readings that found no record of a process that never had one. */
  misses: number;
  usedAtMs: number;
};

export function createProcessRecords(options: ProcessRecordsOptions): ProcessRecords {
  const { server } = options;
  const { redis, budget, now } = server;
  const perPoll = Math.max(
    1,
    Math.min(
      MOST_AT_ONCE,
      Math.floor((budget.perSecond * SHARE * RECORDS_POLL_MS) / 1_000 / COMMANDS_PER_RECORD),
    ),
  );
  /** Least recently read first. */
  const byId = new Map<string, Memory>();
  const strangers = new Set<string>();
  let refusal: { why: string; atMs: number } | null = null;
  let failed: { atMs: number } | null = null;
  let censusAtMs = Number.NEGATIVE_INFINITY;

  function expect(ids: Iterable<string>, at = now()): void {
    for (const id of ids) {
      const memory = byId.get(id);
      if (memory) memory.usedAtMs = at;
      else byId.set(id, { sight: null, readAtMs: at, waitMs: 0, misses: 0, usedAtMs: at });
    }
  }

  /** Refreshes which processes hold locks every second, and forgets those that hold none any more. */
  function census(): void {
    const at = now();
    if (isWithin(at - censusAtMs, CENSUS_MS)) return;
    censusAtMs = at;
    expect(options.inUse(), at);
    for (const memory of byId.values()) if (isWaiting(memory.sight)) memory.usedAtMs = at;
    for (const [id, { usedAtMs }] of byId) if (!isWithin(at - usedAtMs, FORGET_MS)) byId.delete(id);
  }

  function take(
    ids: readonly string[],
    readings: readonly RecordReading[],
    by: KnownBy,
    atMs: number,
  ): Promise<void> {
    const at = now();
    const different = new Set<string>();
    for (const [i, id] of ids.entries()) {
      const memory = byId.get(id);
      const reading = readings[i];
      if (!memory || !reading) continue;
      const before = memory.sight;
      const sight = sightAfter(before, reading, atMs, by);
      if (differsFrom(before, sight)) different.add(id);
      const misses = sight.heartbeat.record === 'absent' ? memory.misses + 1 : 0;
      byId.delete(id);
      byId.set(id, { ...memory, sight, misses, readAtMs: at, waitMs: nextReadMs(sight, misses) });
    }
    return options.onRead(new Set(ids), different);
  }

  async function read(ids: readonly string[], by: KnownBy): Promise<void> {
    if (ids.length === 0) return;
    if (refusal && isWithin(now() - refusal.atMs, REFUSED_FOR_MS)) {
      const denied = ids.map((): RecordReading => ({ is: 'denied', record: null }));
      return take(ids, denied, 'read', refusal.atMs);
    }
    await budget.take(ids.length * COMMANDS_PER_RECORD, true);
    const startedAt = performance.now();
    try {
      const { readings, denied } = await readRecords(redis, ids);
      budget.measured(performance.now() - startedAt);
      server.answered();
      failed = null;
      refusal = denied === null ? null : { why: denied, atMs: now() };
      await take(ids, readings, by, now());
    } catch (error) {
      failed = { atMs: now() };
      throw error;
    }
  }

  return {
    of: (id) => byId.get(id)?.sight ?? null,
    expect: (ids) => expect(ids),
    saw(keys) {
      for (const key of keys) {
        const id = processIdOfKey(key);
        if (id !== null && !byId.has(id) && strangers.size < STRANGERS) strangers.add(id);
      }
      return keys;
    },
    waiting: () => [...byId.values()].flatMap(({ sight }) => (isWaiting(sight) ? [sight] : [])),
    async poll() {
      const at = now();
      const failing = failed !== null;
      if (failed && isWithin(at - failed.atMs, RETRY_MS)) return;
      census();
      const due: string[] = [];
      for (const [id, { readAtMs, waitMs }] of byId) {
        if (due.length >= perPoll) break;
        if (!isWithin(at - readAtMs, waitMs)) due.push(id);
      }
      for (const id of strangers) {
        if (due.length >= perPoll) break;
        strangers.delete(id);
        if (byId.has(id)) continue;
        // Forgotten at the next census unless it waits.
        expect([id], at - FORGET_MS + CENSUS_MS);
        due.push(id);
      }
      try {
        await read(due, 'scan');
      } catch (error) {
        // Only the first of consecutive failures is reported.
        if (!failing) throw error;
      }
    },
    async look(ids, maxAgeMs) {
      expect(ids);
      const at = now();
      const old = ids.filter((id) => {
        const memory = byId.get(id);
        return !memory?.sight || !isWithin(at - memory.readAtMs, maxAgeMs);
      });
      await read([...new Set(old)], 'read');
    },
    again() {
      for (const memory of byId.values()) memory.waitMs = 0;
      failed = null;
    },
    wiped() {
      const ids = new Set(byId.keys());
      for (const memory of byId.values()) Object.assign(memory, { sight: null, misses: 0, waitMs: 0 });
      void options.onRead(ids, ids);
    },
    note: () => (refusal ? `heartbeats cannot be read: ${refusal.why}` : null),
  };
}

/** Whether the process was alive at its last reading and reported waits in it. */
function isWaiting(sight: ProcessSight | null): sight is ProcessSight {
  const pulse = heartbeatStateOf(sight?.heartbeat ?? null);
  return (pulse === 'beating' || pulse === 'late') && (sight?.record?.waits?.length ?? 0) > 0;
}

/** A clock set back by more than a second, more than two calls may lie apart, counts as elapsed time. */
function isWithin(elapsedMs: number, limitMs: number): boolean {
  return elapsedMs > -1_000 && Math.max(0, elapsedMs) < limitMs;
}
