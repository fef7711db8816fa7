import { formatProcessRecord, type ProcessRecord, processKeyOf } from '../../../domain/keys/process-record';
import type { LockRedis } from '../arguments';
import { lockEvents } from '../events';
import type { LocalWaitQueues } from '../wait/local-wait-queues';

/** The heartbeat records of this process in one Redis. */
export type Heartbeats = {
  /**
   * Keeps the record of `record.id` until every caller has stopped it; the first caller writes it, the last deletes it.
   * Each heartbeat reports what the process has waited for in these queues for longer than a second. The stop resolves when
   * the record is deleted, or at once when Redis cannot be reached. Never rejects.
   */
  start(record: ProcessRecord, lines: Pick<LocalWaitQueues, 'waiting'>): () => Promise<void>;
};

type Lines = Pick<LocalWaitQueues, 'waiting'>;
/** `lines` = the wait queues of each user. */
type Beat = { lines: Lines[]; timer: NodeJS.Timeout };

/** Shorter waits are not reported. */
const LONG_MS = 1_000;

/** A record that cannot be written is reported to `lockscope:heartbeat` and retried: no lock depends on it. */
export function createHeartbeats(redis: LockRedis): Heartbeats {
  const beats = new Map<string, Beat>();

  function withWaits(record: ProcessRecord): ProcessRecord {
    const lines = new Set(beats.get(record.id)?.lines);
    const waits = [...lines].flatMap((each) => each.waiting(record.id, LONG_MS));
    return waits.length > 0 ? { ...record, waits: waits.sort((a, b) => b.forMs - a.forMs) } : record;
  }

  async function write(record: ProcessRecord): Promise<void> {
    try {
      const text = formatProcessRecord(withWaits(record));
      await redis.set(processKeyOf(record.id), text, 'PX', record.keepMs);
    } catch (error) {
      lockEvents.heartbeat.publish({ processId: record.id, error });
    }
  }

  async function end(id: string): Promise<void> {
    clearInterval(beats.get(id)?.timer);
    beats.delete(id);
    const deleted = redis.del(processKeyOf(id)).catch((error) => {
      lockEvents.heartbeat.publish({ processId: id, error });
    });
    if (redis.status === 'ready') await deleted;
  }

  return {
    start(record, lines) {
      const { id } = record;
      const beat = beats.get(id) ?? {
        lines: [],
        timer: setInterval(() => void write(record), record.beatMs),
      };
      beats.set(id, beat);
      beat.lines.push(lines);
      if (beat.lines.length === 1) {
        beat.timer.unref(); // a heartbeat alone keeps no process alive
        void write(record);
      }
      let stopped = false;
      return async () => {
        if (!stopped) beat.lines.splice(beat.lines.indexOf(lines), 1);
        stopped = true;
        if (beat.lines.length === 0) await end(id);
      };
    },
  };
}
