import type { ByteString } from '../../domain/keys/bytes';
import type { RawKey } from '../../domain/keys/raw-key';
import { scripts } from '../../redis/scripts.generated';
import { type DecodedHolder, defineFormat, type HolderAction } from '../core/format';

const NAME = /(?<![A-Za-z])semaphore:/;
const IDENTIFIER =
  /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(?:-(.+)|_\d{1,6})?$/s;
const NUMBERED = /^(.+)_\d{1,6}$/s;
const YEAR = 365 * 86_400_000;
/** Permits of one holder that a release looks for. */
const PERMITS = 1_000;

/**
 * redis-semaphore's Semaphore and MultiSemaphore: a member for each permit, with the time of its last refresh, and a key
 * that lapses with the last one refreshed. How many permits there are is written nowhere.
 */
export const redisSemaphore = defineFormat({
  id: 'redis-semaphore',
  library: 'redis-semaphore Semaphore',
  language: 'JavaScript',
  kind: 'semaphore',
  redisType: 'zset',
  names: [],
  recognise({ raw, now }) {
    if (raw.ttlMs === 'none' || !raw.members?.length || !NAME.test(raw.key)) return null;
    const { members } = raw;
    if (!members.every(([, score]) => Number.isInteger(score) && Math.abs(score - now) < YEAR)) return null;
    if (members.every(([member]) => IDENTIFIER.test(member))) return 'likely';
    return members.every(([, score]) => score <= now + 1_000) ? 'possible' : null;
  },
  alternatives: () => [{ id: 'hand-written', library: 'hand-written semaphore' }],
  decode({ raw }) {
    const all = holdersOf(raw);
    const live = all.filter(({ leftMs }) => leftMs === null || leftMs > 0);
    const whole = raw.members?.length === raw.length;
    const held = live.reduce((sum, { permits }) => sum + permits, 0);
    return {
      holders: live.map(toHolder),
      ttlMs: raw.ttlMs,
      valueDeadlineMs: null,
      permits: { available: null, held: whole ? held : null, expired: whole ? raw.length - held : null },
    };
  },
  healthyFloor: { share: 0.2 },
  lateUnlock: 'spares',
  hazards: ['process-may-crash'],
  takesMemory: ['extend'],
  release: (act) => ({ script: scripts.releaseMember, keys: [act.key], args: membersOf(act) }),
  extend(act, leaseMs) {
    // A score ahead would not be known for a time of a refresh again.
    if (!IDENTIFIER.test(act.token)) return null;
    return { script: scripts.extendRefreshedMember, keys: [act.key], args: [leaseMs, ...membersOf(act)] };
  },
});

type Held = { identifier: ByteString; permits: number; leftMs: number | null };

/**
 * A holder's lease ends as long before the key's as its last refresh was before the newest one: no clock is needed, if all
 * have leases of one length. Of a set that was not read whole the newest is not known.
 */
function holdersOf({ members, length, ttlMs }: RawKey): Held[] {
  const list = members ?? [];
  const present = new Set(list.map(([member]) => member));
  const newest = list.length === length ? list.at(-1)?.[1] : undefined;
  const held = new Map<ByteString, Held>();
  for (const [member, score] of list) {
    const base = NUMBERED.exec(member)?.[1];
    const identifier = base !== undefined && present.has(`${base}_0`) ? base : member;
    const leftMs = newest === undefined || ttlMs === 'none' ? null : ttlMs - (newest - score);
    const permits = (held.get(identifier)?.permits ?? 0) + 1;
    held.set(identifier, { identifier, permits, leftMs });
  }
  return [...held.values()];
}

function toHolder({ identifier, leftMs }: Held): DecodedHolder {
  return {
    token: identifier,
    tokenUnique: true,
    label: IDENTIFIER.exec(identifier)?.[1] ?? null,
    mode: 'exclusive',
    holdCount: 1,
    since: null,
    process: null,
    ...(leftMs !== null && { ttlMs: leftMs }),
  };
}

/** All permits that a holder can have: which of them it has, the script sees. */
function membersOf({ token, sight: { raw } }: HolderAction): ByteString[] {
  if (raw.members?.some(([member]) => member === token)) return [token];
  return Array.from({ length: Math.min(raw.length, PERMITS) }, (_, i) => `${token}_${i}`);
}
