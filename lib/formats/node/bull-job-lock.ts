import { defineFormat } from '../core/format';
import { byToken, oneHolder, wholeValue } from '../core/string-lock';
import { librariesOf, mayName } from '../core/token-shapes';
import { isUuidV4 } from '../core/uuid-shapes';
import { jobCompanions, jobKeyOf, jobOf, workerOf } from './bull-job';

/**
 * Bull 3 and 4: as BullMQ, but the token is that of the queue object alone. The same process taking the same job again
 * writes it again, so its token tells that process, whichever attempt it is at.
 */
export const bullJobLock = defineFormat({
  id: 'bull-job-lock',
  library: 'Bull',
  language: 'JavaScript',
  kind: 'job',
  redisType: 'string',
  names: [],
  companions: jobCompanions,
  ofSeveral: true,
  recognise(sight) {
    const { raw } = sight;
    if (raw.ttlMs === 'none' || !isUuidV4(wholeValue(raw) ?? '') || !jobKeyOf(raw.key)) return null;
    const job = jobOf(sight);
    if (job === 'unknown') return 'likely';
    return job === 'bull' ? 'certain' : null;
  },
  alternatives: (sight) =>
    jobOf(sight) === 'bull'
      ? []
      : librariesOf(sight.raw.value ?? '').filter(
          (each) => each.library !== 'Bull' && mayName(each, sight.raw.key),
        ),
  decode: (sight) =>
    oneHolder(sight.raw, {
      ...workerOf(sight),
      tokenReused: true,
      process: { host: null, pid: null, instance: sight.raw.value },
    }),
  healthyFloor: { share: 0.5, always: true },
  lateUnlock: 'spares',
  hazards: ['job-runs-twice'],
  ...byToken,
});
