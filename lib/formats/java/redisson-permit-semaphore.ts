import type { Permits } from '../../contract/lock';
import { type ByteString, toUint8 } from '../../domain/keys/bytes';
import { forcedKeyOf } from '../../domain/keys/forced';
import type { RawKey } from '../../domain/keys/raw-key';
import {
  keysOfPermitDeadlines,
  keysOfSemaphoreChannel,
  permitDeadlinesOf,
  semaphoreChannelOf,
} from '../../domain/keys/redisson-names';
import { scripts } from '../../redis/scripts.generated';
import { type DecodedHolder, defineFormat, type Observation } from '../core/format';
import { HEX_32 } from '../core/shapes';
import { redissonLibraryOf } from './redisson-internal';
import { permitCountOf } from './redisson-semaphore';

const ID = 'redisson-permit-semaphore';
/** Deadline of a permit without lease. */
const NEVER = 922_337_203_685_477;
const EPOCH_MS = 1_000_000_000_000;

/**
 * Redisson's RPermitExpirableSemaphore, and our semaphore: a counter of free permits and, beside it, the held ones with
 * their deadlines. Who holds a permit is not written down. A permit whose lease ended goes back when somebody asks.
 * With no permit given there is the counter alone.
 */
export const redissonPermitSemaphore = defineFormat({
  id: ID,
  library: 'Redisson RPermitExpirableSemaphore',
  language: 'Java',
  kind: 'semaphore',
  redisType: 'string',
  names: [],
  companions: {
    of: (raw) => (permitCountOf(raw) === null ? [] : [permitDeadlinesOf(raw.key)]),
    names: { shape: /:timeout$/, ownersOf: keysOfPermitDeadlines },
  },
  recognise({ raw, companions, was }) {
    if ((companions.size === 0 && was !== ID) || permitCountOf(raw) === null) return null;
    return was === ID || heldOf(raw, companions) ? 'likely' : null;
  },
  alternatives: () => [{ id: 'lockscope-semaphore', library: 'Lockscope semaphore' }],
  libraryOf: redissonLibraryOf('Redisson RPermitExpirableSemaphore'),
  decode({ raw, companions, now }) {
    const held = heldOf(raw, companions);
    const holders: DecodedHolder[] = [];
    for (const [permit, deadlineMs] of held?.members ?? []) {
      if (deadlineMs <= now) continue;
      const ttlMs = deadlineMs >= NEVER ? 'none' : deadlineMs - now;
      const rest = { tokenUnique: true, label: null, mode: 'exclusive', holdCount: 1, since: null } as const;
      holders.push({ token: idOf(permit), ...rest, process: null, ttlMs });
    }
    // Lowest deadline first: that is when the next permit comes free.
    const ttlMs = holders[0]?.ttlMs ?? raw.ttlMs;
    return { holders, ttlMs, valueDeadlineMs: null, permits: permitsOf(raw, held, holders.length) };
  },
  healthyFloor: null,
  lateUnlock: 'spares',
  channels: { pattern: 'redisson_sc:*', channelOf: semaphoreChannelOf, keysOf: keysOfSemaphoreChannel },
  release({ key, token, sight, publish }) {
    const permit = permitOf(token, sight);
    if (permit === null) return null;
    const args = [permit, semaphoreChannelOf(key), publish, forcedKeyOf(key, token)];
    return { script: scripts.releasePermit, keys: [key, permitDeadlinesOf(key)], args };
  },
  extend({ key, token, sight }, leaseMs) {
    const permit = permitOf(token, sight);
    if (permit === null) return null;
    return { script: scripts.renewPermit, keys: [key, permitDeadlinesOf(key)], args: [permit, leaseMs] };
  },
});

/** The held permits: 16 raw bytes each, or up to Redisson 3.16 their 32 hex digits. */
function heldOf({ key }: RawKey, companions: Observation['companions']): RawKey | null {
  const held = companions.get(permitDeadlinesOf(key));
  if (held?.type !== 'zset' || !held.members?.length) return null;
  return held.members.every(isPermit) ? held : null;
}

function isPermit([permit, deadlineMs]: readonly [ByteString, number]): boolean {
  if (deadlineMs < EPOCH_MS || deadlineMs > NEVER) return false;
  return permit.length === 16 || HEX_32.test(permit);
}

/** The id as the API tells it. */
function idOf(permit: ByteString): string {
  return permit.length === 16 ? Buffer.from(toUint8(permit)).toString('hex') : permit;
}

function permitOf(token: string, { raw, companions }: Observation): ByteString | null {
  const members = heldOf(raw, companions)?.members ?? [];
  return members.find(([permit]) => idOf(permit) === token)?.[0] ?? null;
}

/** Those whose lease ended come first: only when all that were read are such, the rest cannot be told. */
function permitsOf(raw: RawKey, held: RawKey | null, holders: number): Permits {
  const available = permitCountOf(raw);
  const listed = held?.members?.length ?? 0;
  const total = held?.length ?? 0;
  if (holders === 0 && total > listed) return { available, held: null, expired: null };
  return { available, held: total - (listed - holders), expired: listed - holders };
}
