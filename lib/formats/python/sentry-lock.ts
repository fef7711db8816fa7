import { defineFormat } from '../core/format';
import { nameAndValue } from '../core/name-and-value';
import { bySeenDeadline, oneHolder } from '../core/string-lock';
import { librariesOf } from '../core/token-shapes';

const tokenIn = nameAndValue([32, 32], /^l:./, /^[0-9a-f]{12}4[0-9a-f]{3}[89ab][0-9a-f]{15}$/);

/** Sentry's locks, by a short prefix: one id for all of a process, so that the deadline tells two holds apart. */
export const sentryLock = defineFormat({
  id: 'sentry-lock',
  library: 'Sentry',
  language: 'Python',
  kind: 'mutex',
  redisType: 'string',
  names: [],
  recognise: (sight) => (sight.raw.ttlMs !== 'none' && tokenIn(sight) ? 'possible' : null),
  alternatives: ({ raw }) => [...librariesOf(raw.value ?? '')],
  decode: ({ raw }) =>
    oneHolder(raw, { tokenReused: true, process: { host: null, pid: null, instance: raw.value } }),
  healthyFloor: null,
  lateUnlock: 'spares',
  ...bySeenDeadline,
});
