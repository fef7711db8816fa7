import type { ByteString } from '../../domain/keys/bytes';
import type { RawKey } from '../../domain/keys/raw-key';
import type { Companions, DecodedHolder, Observation } from '../core/format';

const SUFFIX = ':lock';

/** Bull and BullMQ keep a job in a hash; the lock of the worker that has it is beside it. */
export const jobCompanions: Companions = {
  of({ key, value }: RawKey) {
    const jobKey = value !== null && value.length >= 36 && value.length <= 48 ? jobKeyOf(key) : null;
    return jobKey === null ? [] : [jobKey];
  },
  always: true,
};

/** `<prefix>:<queue>:<job id>`, or null when the name is not that of a job's lock. */
export function jobKeyOf(lock: ByteString): ByteString | null {
  if (!lock.endsWith(SUFFIX)) return null;
  const name = lock.slice(0, -SUFFIX.length);
  return name.split(':').length >= 3 ? name : null;
}

export type JobOf = 'bull' | 'bullmq' | 'absent' | 'other' | 'unknown';

/** Whose job the key beside the lock is, if it is one; `unknown` = not read, or too large to tell. */
export function jobOf({ raw, companions }: Observation): JobOf {
  const job = companions.get(jobKeyOf(raw.key) ?? '');
  if (!job || job.type === 'other' || (job.type === 'hash' && !job.hash?.length)) return 'unknown';
  if (job.type === 'none') return 'absent';
  if (!['data', 'opts', 'timestamp'].every((name) => fieldOf(job, name) !== null)) return 'other';
  // BullMQ counts how often the job was started; Bull does not.
  return fieldOf(job, 'ats') === null ? 'bull' : 'bullmq';
}

/** What the job says of the worker that has it: its name, where it was given one, and when it took the job. */
export function workerOf({ raw, companions }: Observation): Pick<DecodedHolder, 'label' | 'since'> {
  const job = companions.get(jobKeyOf(raw.key) ?? '');
  const startedMs = Number((job && fieldOf(job, 'processedOn')) || Number.NaN);
  return {
    label: (job && fieldOf(job, 'pb')) || null,
    since: Number.isFinite(startedMs) ? { atMs: startedMs, atLeast: false } : null,
  };
}

function fieldOf({ hash }: RawKey, name: string): ByteString | null {
  return hash?.find(([field]) => field === name)?.[1] ?? null;
}
