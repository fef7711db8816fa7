import type { Redis } from 'ioredis';
import { processKeyOf } from '../../domain/keys/process-record';
import { fromBuffer } from '../../redis/from-buffer';
import { isRefusal } from '../../redis/key-reply';
import { type RecordReading, recordReading } from './process-sight';

/** PTTL and GETRANGE. */
export const COMMANDS_PER_RECORD = 2;
/** Longer values are not records. */
const VALUE_LIMIT = 8_192;

type RecordsRead = {
  /** In the order of the ids. */
  readings: RecordReading[];
  /** Redis' error when this user may not read them; null = it may. */
  denied: string | null;
};

/**
 * Reads the heartbeat records of processes in one pipeline. Throws when the connection fails, an answer is late, or the
 * server cannot serve now.
 */
export async function readRecords(redis: Redis, ids: readonly string[]): Promise<RecordsRead> {
  const pipeline = redis.pipeline();
  for (const id of ids) {
    const key = processKeyOf(id);
    pipeline.pttl(key).getrangeBuffer(key, 0, VALUE_LIMIT - 1);
  }
  const replies = (await pipeline.exec()) ?? [];
  let denied: string | null = null;
  const readings = ids.map((id, i): RecordReading => {
    const [ttlError, ttl] = replies[i * 2] ?? [];
    const [valueError, value] = replies[i * 2 + 1] ?? [];
    const failure = ttlError ?? valueError;
    if (!failure) return recordReading(id, fromBuffer(value), Number(ttl));
    if (!isRefusal(failure)) throw failure;
    if (!failure.message.startsWith('NOPERM')) return { is: 'other' };
    denied ??= failure.message;
    const rest = valueError ? null : recordReading(id, fromBuffer(value), 0);
    return { is: 'denied', record: rest?.is === 'present' ? rest.record : null };
  });
  return { readings, denied };
}
