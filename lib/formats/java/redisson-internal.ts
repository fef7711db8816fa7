import type { ByteString } from '../../domain/keys/bytes';
import type { Observation } from '../core/format';

const KINDS = '(?:lock|fairlock|rw_lock|semaphore|permitexpirablesemaphore|countdownlatch|key)';

/** Names that Redisson's other objects give to the locks they take for themselves, and whose they are. */
const INTERNAL: readonly { name: RegExp; of: string }[] = [
  // 128 bits in base64 without padding: the last character carries two of them.
  {
    name: new RegExp(`\\{.*:[A-Za-z0-9+/]{21}[AQgw]:${KINDS}$`, 's'),
    of: 'entry of an RMap, RSet or RMultimap',
  },
  { name: /:transaction_lock$/, of: 'RTransaction' },
  { name: /^redisson_sortedset_lock:/, of: 'RSortedSet or RPriorityQueue' },
  { name: /\{.*:[0-9a-f]{32}:semaphore$/s, of: 'RLocalCachedMap or RLongAdder' },
];

/** Which object of Redisson's took `key` for itself; null when its name says nothing of the kind. */
function takerOf(key: ByteString): string | null {
  return INTERNAL.find(({ name }) => name.test(key))?.of ?? null;
}

/**
 * `libraryOf` of Redisson's formats: a lock that its own objects take is called internal. It is read and freed as any, but
 * whoever looks for it in an application's code finds no such lock.
 */
export function redissonLibraryOf(library: string): (sight: Observation) => string | null {
  return ({ raw }) => {
    const taker = takerOf(raw.key);
    return taker && `${library}, internal (${taker})`;
  };
}
