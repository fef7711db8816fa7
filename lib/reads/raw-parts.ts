import type { LockDetail, RawField } from '../contract/locks';
import { type ByteString, displayOf, masked } from '../domain/keys/bytes';
import type { LockReading } from './read-lock';

/**
 * The bytes of a reading as shown on screen: a string whole, any other type part by part, as far as it was read. Masked
 * where the key may not be a lock.
 */
export function rawOf({ raw, held, recognised }: LockReading): LockDetail['raw'] {
  const { type, ttlMs, hash, members, items, length } = raw;
  const parts: (readonly [name: ByteString, value: ByteString])[] | undefined =
    hash?.slice() ??
    members?.map(([member, score]) => [member, String(score)] as const) ??
    items?.map((item, i) => (type === 'list' ? ([String(i), item] as const) : ([item, ''] as const)));
  const shown = (bytes: ByteString, length?: number) =>
    (recognised.isOnlyPossible ? masked(bytes.length) : displayOf(bytes, length)).text;
  const fields: RawField[] | null =
    parts?.map(([field, value]) => ({ field: shown(field), value: shown(value) })) ?? null;
  const bytes = parts?.reduce(
    (sum, [field, value]) => sum + (type === 'list' ? 0 : field.length) + value.length,
    0,
  );
  // In a lock with companion keys, the token is in one of those.
  const isValue = held?.holder.tokenLength !== undefined;
  const value = type === 'string' ? shown((isValue ? held?.token : raw.value) ?? '', length) : null;
  return { type, ttlMs, byteLength: bytes ?? length, value, fields };
}
