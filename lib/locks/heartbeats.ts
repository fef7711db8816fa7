import { formatProcessRecord, type ProcessRecord, processKeyOf } from '../domain/process-record';
import type { LockRedis } from './arguments';
import { lockEvents } from './events';

/** The records of this process in one Redis. */
export type Heartbeats = {
  /**
   * Keeps the record of `record.id` until every caller has stopped it; the first writes it, the last deletes it. The stop
   * resolves when it is deleted, or at once when Redis cannot be reached now. Never fails.
   */
  start(record: ProcessRecord): () => Promise<void>;
};

type Beat = { users: number; timer: NodeJS.Timeout };

/** A record that cannot be written is told to `lockscope:heartbeat` and tried again: no lock depends on it. */
export function createHeartbeats(redis: LockRedis): Heartbeats {
  const beats = new Map<string, Beat>();

  async function write(record: ProcessRecord): Promise<void> {
    try {
      await redis.set(processKeyOf(record.id), formatProcessRecord(record), 'PX', record.keepMs);
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
    start(record) {
      const { id } = record;
      const beat = beats.get(id) ?? { users: 0, timer: setInterval(() => void write(record), record.beatMs) };
      beats.set(id, beat);
      beat.users++;
      if (beat.users === 1) {
        beat.timer.unref(); // alone it is no reason to keep a process alive
        void write(record);
      }
      let stopped = false;
      return async () => {
        if (!stopped) beat.users--;
        stopped = true;
        if (beat.users === 0) await end(id);
      };
    },
  };
}
