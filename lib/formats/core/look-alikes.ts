import type { ByteString } from '../../domain/keys/bytes';

/** Keys of lock and queue libraries that look like locks and are none: companions, counters, flags. */
const LOOK_ALIKES = [
  'redisson_(?:unlock_latch|lock_queue|lock_timeout|lock_token)(?:__|:)',
  ':rwlock_timeout:\\d+$',
  'redisson__(?:execute_task_once_latch|timeout__set|idle__set|map_cache)',
  'redisson_bqs:',
  ':redisson_options$',
  '(?::clear:[0-9a-f]{32}|:[0-9a-f]{32}:semaphore)$',
  ':stalled(?:-check)?$',
  ':limiter$',
  ':(?:stallBlock|stalling)$',
  ':de:[^:]*$',
  '@simple-redis-mutex:fencing-tokens$',
  ':fence:',
  'lock-signal:',
  'lock\\.event:',
  ':signal$',
  ':(?:QUEUED|PRIMED|INFO)$',
  'uniquejobs:(?:changelog|digests|expiring_digests|reaper|live)$',
  ':(?:AVAILABLE|EXISTS|VERSION)$',
  'uniquejobs:[0-9a-f]{32,64}(?::RUN)?$',
  '(?:^|:)lock:expire:',
  'symfony_check_support_time$',
  'rql:lock_queue:',
  'rueidislock:[1-9]\\d*:',
  ':jobs:[^:]+:(?:lock_info|max_concurrency)$',
  '\\}:count:lock_token:',
  ':readers:[0-9a-f]{40}$',
  'syncguard:id:',
  // WordPress: a post that somebody edits, which keeps nobody else from it.
  '_edit_lock$',
];

const pattern = new RegExp(LOOK_ALIKES.join('|'));

/** A place in a queue, written where the lock's own value would be: Medallion's writer that waits for readers. */
const WAITING = /_[0-9a-f]{32}_WRITERWAITING$/;

/** An empty MessagePack list: suo's last holder leaves it for a minute. */
const EMPTY_LIST = '\x90';

/**
 * Whether the name, or the value of a string, belongs to something that only looks like a lock and must never be offered
 * for release.
 */
export function isLookAlike(key: ByteString, value: ByteString | null = null): boolean {
  return pattern.test(key) || (value !== null && (value === EMPTY_LIST || WAITING.test(value)));
}
