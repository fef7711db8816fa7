import type { ByteString } from '../../domain/keys/bytes';
import { defineFormat } from '../core/format';
import { confidenceIn, standingOf } from '../core/shapes';
import { UUID } from '../core/uuid-shapes';
import { processNamedBy } from './host-pid-value';

const ID = new RegExp(`^${UUID}$`);

/**
 * A set of processes or ids under a name that says lock, as Pulp's resource locks: those who share it. What a member means
 * only the application knows, so nothing is offered.
 */
export const setOfHolders = defineFormat({
  id: 'set-of-holders',
  library: 'a set of holders',
  language: 'any',
  kind: 'semaphore',
  redisType: 'set',
  names: [],
  recognise({ raw, named }) {
    const members = raw.items ?? [];
    if (!named || members.length === 0 || !members.every(isHolder)) return null;
    return confidenceIn(standingOf({ raw, named }));
  },
  alternatives: () => [{ id: 'pulp', library: 'Pulp' }],
  decode({ raw }) {
    const holders = (raw.items ?? []).map((token) => ({
      token,
      tokenUnique: false,
      label: null,
      mode: 'read' as const,
      holdCount: null,
      since: null,
      process: processNamedBy(token),
    }));
    return { holders, ttlMs: raw.ttlMs, valueDeadlineMs: null };
  },
  healthyFloor: null,
  lateUnlock: 'unknown',
});

function isHolder(member: ByteString): boolean {
  return ID.test(member) || processNamedBy(member) !== null;
}
