import { defineFormat } from '../core/format';
import { nameAndValue } from '../core/name-and-value';
import { byToken, oneHolder } from '../core/string-lock';

const IDENTITY = /^([A-Za-z0-9][A-Za-z0-9._-]{0,252}):(\d{1,10}):([0-9a-f]{12})$/;
const tokenIn = nameAndValue([16, 280], /dear-leader$/, IDENTITY);

/** Sidekiq Enterprise's leader, by the identity that every Sidekiq process has. */
export const sidekiqLeader = defineFormat({
  id: 'sidekiq-leader',
  library: 'Sidekiq Enterprise leader',
  language: 'Ruby',
  kind: 'mutex',
  redisType: 'string',
  names: [/dear-leader/],
  recognise: (sight) => (tokenIn(sight) ? 'certain' : null),
  decode({ raw }) {
    const [, host = '', pid, instance = ''] = IDENTITY.exec(raw.value ?? '') ?? [];
    return oneHolder(raw, {
      tokenReused: true,
      label: `${host}:${pid}`,
      process: { host, pid: Number(pid), instance },
    });
  },
  healthyFloor: null,
  // It renews every 15 s, of a lease that is not known.
  mayRenew: { ms: 0 },
  lateUnlock: 'unknown',
  ...byToken,
});
