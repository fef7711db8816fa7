import type { ByteString } from '../domain/bytes';

/** Keys of lock and queue libraries that look like locks and are none: companions, counters, flags. */
const LOOK_ALIKES = [
  'redisson_(?:unlock_latch|lock_queue|lock_timeout|lock_token)(?:__|:)',
  ':rwlock_timeout:\\d+$',
  ':stalled(?:-check)?$',
  ':limiter$',
  ':de:[^:]*$',
  '@simple-redis-mutex:fencing-tokens$',
  ':fence:',
  'lock-signal:',
  'lock\\.event:',
  ':signal$',
  ':(?:QUEUED|PRIMED|INFO)$',
  'uniquejobs:(?:changelog|digests|expiring_digests|reaper|live)$',
  'SEMAPHORE:[^:]*:(?:EXISTS|VERSION)$',
  'symfony_check_support_time$',
  'rql:lock_queue:',
  'syncguard:id:',
];

const pattern = new RegExp(LOOK_ALIKES.join('|'));

/** Whether the name belongs to something that only looks like a lock and must never be offered for release. */
export function isLookAlike(key: ByteString): boolean {
  return pattern.test(key);
}
