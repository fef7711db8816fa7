import { type ByteString, bytesOf, toUint8 } from './bytes';

/**
 * A lock id is URL-safe and names target, database and key: `<target>.<db>.<slug>`. Bytes outside a small safe set are
 * written `~XX`, so an ordinary key stays readable in a link and needs no percent-encoding. A key whose slug would
 * exceed `SLUG_LIMIT` has its SHA-256 as slug (`~s<64 hex>`): only the index can resolve it.
 */
export type LockId = string;

const SLUG_LIMIT = 1024;
const TARGET = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;

type LockAddress = { target: string; db: number; slug: string };

/** Whether a name is a valid target name: lower case letters, digits and inner hyphens, at most 64. */
export function isTargetName(name: string): boolean {
  return TARGET.test(name);
}

/** URL-safe name of a key, or null when it would be longer than `SLUG_LIMIT`. */
export function slugOf(key: ByteString): string | null {
  if (key.length > SLUG_LIMIT) return null;
  const slug = key.replace(/[^A-Za-z0-9_:@=,.-]|^\./g, (c) => `~${hex(c.charCodeAt(0))}`);
  return slug.length > SLUG_LIMIT ? null : slug || '~e';
}

/** Key bytes of a slug, or null when the slug names a long key by digest or is malformed. */
export function keyOfSlug(slug: string): ByteString | null {
  if (slug === '~e') return '';
  if (!/^(?:[A-Za-z0-9_:@=,.-]|~[0-9A-F]{2})+$/.test(slug)) return null;
  return slug.replace(/~([0-9A-F]{2})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}

/** The id of a lock. Long keys need a digest, which the caller provides for its platform. */
export function lockId(
  target: string,
  db: number,
  key: ByteString,
  sha256Hex: (key: Uint8Array) => string,
): LockId {
  return `${target}.${db}.${slugOf(key) ?? `~s${sha256Hex(toUint8(key))}`}`;
}

/** Parts of an id, or null when it is not one. */
export function parseLockId(id: string): LockAddress | null {
  const match = /^([a-z0-9-]{1,64})\.(\d{1,5})\.(.+)$/s.exec(id);
  if (!match) return null;
  const [, target = '', db = '', slug = ''] = match;
  const known = keyOfSlug(slug) !== null || /^~s[0-9a-f]{64}$/.test(slug);
  return isTargetName(target) && known ? { target, db: Number(db), slug } : null;
}

/**
 * The lock id of two decoded URL path segments. Encodes a key that was typed or pasted unencoded as its slug; returns
 * an invalid address unchanged.
 */
export function lockIdOfPath(node: string, segment: string): LockId {
  const id = `${node}.${segment}`;
  if (parseLockId(id)) return id;
  const slug = segment === '' ? null : slugOf(bytesOf(segment));
  return slug === null ? id : `${node}.${slug}`;
}

/** Path of a lock's page in the console. */
export function lockPath(id: LockId): string {
  const address = parseLockId(id);
  return address ? `/locks/${address.target}.${address.db}/${address.slug}` : '/locks';
}

function hex(code: number): string {
  return code.toString(16).toUpperCase().padStart(2, '0');
}
