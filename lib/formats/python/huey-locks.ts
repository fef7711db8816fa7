import { type ByteString, textOf } from '../../domain/keys/bytes';
import type { RawKey } from '../../domain/keys/raw-key';
import { scripts } from '../../redis/scripts.generated';
import { type DecodedHolder, defineFormat } from '../core/format';
import { isPickledOne } from './huey-value';

const NAME = /huey\.results\.[A-Za-z0-9_]*$/;
const FIELD = /^.+?\.lock\.(.+)$/s;

/**
 * Huey's `lock_task` where all results share one hash: each lock is a field of it, shown as a holder whose token is the
 * field. All hold the same, so neither a holder nor, before Redis 7.4, its TTL can be told from the next.
 */
export const hueyLocks = defineFormat({
  id: 'huey-locks',
  library: 'Huey',
  language: 'Python',
  kind: 'plain',
  redisType: 'hash',
  names: [/huey\.results\./],
  recognise: ({ raw }) => (NAME.test(raw.key) && locksOf(raw).length > 0 ? 'certain' : null),
  decode: ({ raw }) => ({ holders: locksOf(raw).map(holderOf), ttlMs: raw.ttlMs, valueDeadlineMs: null }),
  healthyFloor: null,
  lateUnlock: 'deletes',
  hazards: ['second-run-overlaps'],
  release: ({ key, token, seen, sight }) => ({
    script: scripts.releaseHolder,
    keys: [key, key],
    args: ['hash', token, valueIn(sight.raw, token), seen.deadlineMs, '', '', ''],
  }),
});

function locksOf({ hash }: RawKey): ByteString[] {
  const locks = (hash ?? []).filter(([field, value]) => isPickledOne(value) && FIELD.test(field));
  return locks.map(([field]) => field).sort(); // Redis has them in no order
}

function valueIn({ hash }: RawKey, token: ByteString): ByteString {
  return hash?.find(([field]) => field === token)?.[1] ?? '';
}

function holderOf(token: ByteString): DecodedHolder {
  const label = textOf(FIELD.exec(token)?.[1] ?? '');
  const holder = { token, tokenUnique: false, label, mode: 'exclusive' as const, holdCount: 1 };
  return { ...holder, since: null, process: null };
}
