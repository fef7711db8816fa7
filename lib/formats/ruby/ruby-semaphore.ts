import type { ByteString } from '../../domain/keys/bytes';
import type { RawKey } from '../../domain/keys/raw-key';
import { scripts } from '../../redis/scripts.generated';
import { type DecodedHolder, defineFormat, type Observation } from '../core/format';
import { timeOf } from '../generic/timestamp-value';

const NAME = /:GRABBED$/;
const TOKEN = /^(?:\d{1,6}|0\.\d{1,20})$/;

/**
 * redis-semaphore for Ruby: tokens wait in a list, and those taken are in a hash with the moment of taking. A token that was
 * taken out of the list by a process that died before it wrote that moment is in neither.
 */
export const rubySemaphore = defineFormat({
  id: 'ruby-semaphore',
  library: 'redis-semaphore (Ruby)',
  language: 'Ruby',
  kind: 'semaphore',
  redisType: 'hash',
  names: [],
  companions: { of: ({ key }) => (NAME.test(key) ? [siblingOf(key, 'AVAILABLE')] : []), always: true },
  recognise({ raw, now }) {
    if (!raw.hash?.length || !NAME.test(raw.key)) return null;
    if (!raw.hash.every(([token, time]) => TOKEN.test(token) && atOf(time, now) !== null)) return null;
    return raw.key.includes('SEMAPHORE:') ? 'certain' : 'likely';
  },
  decode(sight) {
    const { raw, now } = sight;
    const holders = (raw.hash ?? []).map(([token, time]) => holderOf(token, time, now));
    holders.sort((a, b) => (a.since?.atMs ?? 0) - (b.since?.atMs ?? 0)); // Redis has them in no order
    const permits = { available: availableIn(sight), held: raw.length, expired: null };
    return { holders, ttlMs: raw.ttlMs, valueDeadlineMs: null, permits };
  },
  healthyFloor: null,
  lateUnlock: 'deletes',
  wakesBy: (key) => ({ list: siblingOf(key, 'AVAILABLE') }),
  takesMemory: ['release'],
  release({ key, token }) {
    const [name = '', time = ''] = token.split(' ');
    const keys = [key, siblingOf(key, 'AVAILABLE'), siblingOf(key, 'EXISTS')];
    return { script: scripts.releaseGrabbed, keys, args: [name, time] };
  },
});

function siblingOf(key: ByteString, name: string): ByteString {
  return key.replace(NAME, `:${name}`);
}

function availableIn({ raw, companions }: Observation): number | null {
  const free: RawKey | undefined = companions.get(siblingOf(raw.key, 'AVAILABLE'));
  if (!free) return null;
  return free.type === 'list' ? free.length : 0;
}

/** A successor gets the same token at another moment, so both together say who it is. */
function holderOf(token: ByteString, time: ByteString, now: number): DecodedHolder {
  const atMs = atOf(time, now);
  const since = atMs === null ? null : { atMs, atLeast: false };
  const holder = { token: `${token} ${time}`, tokenUnique: true, label: null, mode: 'exclusive' as const };
  return { ...holder, holdCount: 1, since, process: null };
}

function atOf(time: ByteString, now: number): number | null {
  return timeOf(time.replace(/(\.\d{9})\d+$/, '$1'), now);
}
