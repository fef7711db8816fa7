import type { LockDetail, RawField } from '../domain/api';
import { type ByteString, displayOf } from '../domain/bytes';
import type { LockReading } from '../inspector/read-lock';

/** The bytes behind a reading, for a screen: a string as it is, anything else part by part, as far as it was read. */
export function rawOf({ raw, held }: Pick<LockReading, 'raw' | 'held'>): LockDetail['raw'] {
  const { type, ttlMs, hash, members, items, length } = raw;
  const parts: (readonly [name: ByteString, value: ByteString])[] | undefined =
    hash?.slice() ??
    members?.map(([member, score]) => [member, String(score)] as const) ??
    items?.map((item, i) => (type === 'list' ? ([String(i), item] as const) : ([item, ''] as const)));
  const fields: RawField[] | null =
    parts?.map(([field, value]) => ({ field: displayOf(field).text, value: displayOf(value).text })) ?? null;
  const bytes = parts?.reduce(
    (sum, [field, value]) => sum + (type === 'list' ? 0 : field.length) + value.length,
    0,
  );
  // Of a lock with keys beside it the token stands in one of those.
  const isValue = held?.holder.tokenLength !== undefined;
  const value = type === 'string' ? displayOf((isValue ? held?.token : raw.value) ?? '', length).text : null;
  return { type, ttlMs, byteLength: bytes ?? length, value, fields };
}
