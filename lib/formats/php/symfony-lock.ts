import type { Confidence } from '../../contract/lock';
import type { RawKey } from '../../domain/keys/raw-key';
import { scripts } from '../../redis/scripts.generated';
import { defineFormat, type Observation } from '../core/format';
import { isDeadline, namesOtherSecret } from '../core/shapes';
import { leasesOf } from '../core/zset-leases';

const TOKEN = /^[A-Za-z0-9+/]{43}=$/;
const WRITE = '__write__';

/**
 * Symfony Lock since 5.2: a sorted set of holders by deadline, with `__write__` beside the one that writes. The key lapses
 * with the last of them.
 */
export const symfonyLock = defineFormat({
  id: 'symfony-lock',
  library: 'Symfony Lock',
  language: 'PHP',
  kind: 'read-write',
  redisType: 'zset',
  names: [],
  recognise: confidenceOf,
  alternatives: (sight) =>
    confidenceOf(sight) === 'possible' ? [{ id: 'schedule', library: 'a schedule of hashes' }] : [],
  decode({ raw, now }) {
    const live = leasesOf(raw, now)?.live ?? [];
    const mode = live.some(({ member }) => member === WRITE) ? 'write' : 'read';
    const holders = live.flatMap(({ member, ttlMs }) =>
      member === WRITE
        ? []
        : {
            token: member,
            tokenUnique: true,
            label: null,
            mode: mode as 'read' | 'write',
            holdCount: 1,
            since: null,
            process: null,
            ttlMs,
          },
    );
    return { holders, ttlMs: raw.ttlMs, valueDeadlineMs: null };
  },
  healthyFloor: null,
  lateUnlock: 'spares',
  takesMemory: ['extend'],
  release: ({ key, token }) => ({ script: scripts.releaseMember, keys: [key], args: [token, WRITE] }),
  extend: ({ key, token }, leaseMs) => ({
    script: scripts.extendMember,
    keys: [key],
    args: [token, leaseMs, WRITE],
  }),
});

function confidenceOf({ raw, now, named }: Observation): Confidence | null {
  const [first] = raw.members ?? [];
  if (!raw.members || !first || raw.ttlMs === 'none' || !isOurs(first)) return null;
  if (!raw.members.every(isOurs)) return null;
  const live = leasesOf(raw, now)?.live ?? [];
  if (!live.some(({ member }) => member !== WRITE)) return null;
  if (raw.members.some(([member]) => member === WRITE)) return 'certain';
  if (named || expiresWithLast(raw, now)) return 'likely';
  return namesOtherSecret(raw.key) ? null : 'possible';
}

function isOurs([member]: readonly [string, number]): boolean {
  return member === WRITE || (member.length === 44 && TOKEN.test(member));
}

/** Whether the key's deadline is that of its last member, as far as that one was read. */
function expiresWithLast({ members, length, ttlMs }: RawKey, now: number): boolean {
  const last = members?.at(-1)?.[1];
  return last !== undefined && members?.length === length && isDeadline(last, ttlMs, now);
}
