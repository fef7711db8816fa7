import { defineFormat } from './format';
import { uniqidTime } from './php-uniqid';
import { byToken, oneHolder, wholeValue } from './string-lock';

const DAYS_30 = 30 * 86_400_000;

/** redlock-php and others who use PHP's uniqid: a time of the last 30 days, which random digits are once in 1,700. */
export const redlockPhp = defineFormat({
  id: 'redlock-php',
  library: 'redlock-php',
  language: 'PHP',
  kind: 'mutex',
  redisType: 'string',
  names: [],
  recognise({ raw, now, named }) {
    if (raw.length !== 13 || !named || raw.ttlMs === 'none') return null;
    const madeMs = uniqidTime(wholeValue(raw) ?? '');
    return madeMs !== null && madeMs > now - DAYS_30 && madeMs < now + 3_600_000 ? 'possible' : null;
  },
  alternatives: () => [{ id: 'hand-written', library: 'hand-written SET NX PX' }],
  decode({ raw }) {
    const atMs = uniqidTime(raw.value ?? '');
    return oneHolder(raw, { since: atMs === null ? null : { atMs, atLeast: false, atMost: true } });
  },
  healthyFloor: null,
  hazards: ['other-nodes-hold'],
  ...byToken,
});
