import type { Confidence } from '../../contract/lock';
import { defineFormat } from '../core/format';
import { byToken, oneHolder, wholeValue } from '../core/string-lock';
import { type JobOf, jobCompanions, jobKeyOf, jobOf, workerOf } from './bull-job';

const TOKEN = /^([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})(:\d{1,9})?$/;

const CONFIDENCE: Record<JobOf, Confidence> = {
  bullmq: 'certain',
  bull: 'certain',
  absent: 'likely',
  unknown: 'likely',
  other: 'likely',
};

/**
 * BullMQ: the worker that has a job, renewed at half its lease. The list the job was moved to excludes others, not this
 * key: without it the next stalled check hands the job out again. The queue's own API is the way; this is the last resort.
 */
export const bullmqJob = defineFormat({
  id: 'bullmq-job',
  library: 'BullMQ',
  language: 'JavaScript',
  kind: 'job',
  redisType: 'string',
  names: [],
  companions: jobCompanions,
  recognise(sight) {
    const { raw } = sight;
    const [, worker, count] = TOKEN.exec(raw.length <= 48 ? (wholeValue(raw) ?? '') : '') ?? [];
    if (!worker || raw.ttlMs === 'none' || !jobKeyOf(raw.key)) return null;
    const job = jobOf(sight);
    // Who fetches jobs by hand brings a token of their own, usually a UUID.
    if (!count) return job === 'bullmq' ? 'certain' : null;
    return CONFIDENCE[job];
  },
  alternatives: (sight) =>
    CONFIDENCE[jobOf(sight)] === 'certain' ? [] : [{ id: 'hand-written', library: 'hand-written SET NX PX' }],
  decode(sight) {
    const [, worker = null, count] = TOKEN.exec(sight.raw.value ?? '') ?? [];
    const process = count ? { host: null, pid: null, instance: worker } : null;
    return oneHolder(sight.raw, { ...workerOf(sight), process });
  },
  healthyFloor: { share: 0.5, always: true },
  lateUnlock: 'spares',
  hazards: ['job-runs-twice'],
  ...byToken,
});
