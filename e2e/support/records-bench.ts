import type { Redis } from 'ioredis';
import { createBudget } from '../../lib/collector/keys/budget';
import { createProcessRecords, type ProcessRecords } from '../../lib/collector/keys/process-records';
import { formatProcessRecord, type LongWait, processKeyOf } from '../../lib/domain/keys/process-record';

/** How long a record is kept after its last heartbeat, ms. */
export const KEPT_MS = 3_600_000;

export type RecordsSetup = {
  records: ProcessRecords;
  /** Who holds locks. */
  using: Set<string>;
  /** Ids of every reading so far, and of those that looked different. */
  read: string[];
  different: string[];
  pass(ms: number): void;
};

export type RecordsBench = {
  /** Writes the record of a process whose last heartbeat is this old. */
  beat(id: string, ageMs?: number, app?: string, waits?: LongWait[]): Promise<void>;
  /** Reads the records of these holders, on a clock that the test moves. Default client: that of the bench. */
  setup(ids: string[], options?: { commandsPerSecond?: number; client?: Redis }): RecordsSetup;
};

/** Heartbeat records on a server, and what reads them. */
export function recordsOn(redisOf: () => Redis): RecordsBench {
  return {
    async beat(id, ageMs = 0, app = 'checkout', waits = []) {
      const record = { id, app, label: null, host: 'worker-7', pid: 4711, startMs: 1 };
      const text = formatProcessRecord({ ...record, beatMs: 10_000, keepMs: KEPT_MS, waits });
      await redisOf().set(processKeyOf(id), text, 'PX', KEPT_MS - ageMs);
    },
    setup(ids, { commandsPerSecond = 5_000, client = redisOf() } = {}) {
      let passedMs = 0;
      // No two looks at the clock show the same time.
      const now = () => Date.now() + passedMs++;
      const using = new Set(ids);
      const read: string[] = [];
      const different: string[] = [];
      const records = createProcessRecords({
        server: { redis: client, budget: createBudget(commandsPerSecond, now), now, answered() {} },
        inUse: () => using,
        async onRead(some, changed) {
          read.push(...some);
          different.push(...changed);
        },
      });
      return {
        records,
        using,
        read,
        different,
        pass(ms) {
          passedMs += ms;
        },
      };
    },
  };
}

/** What is known of the record of a process. */
export function recordOf({ records }: RecordsSetup, id: string) {
  return records.of(id)?.heartbeat.record;
}
