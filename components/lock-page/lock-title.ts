import { displayOf } from '@/lib/domain/keys/bytes';
import { keyOfSlug, lockIdOfPath } from '@/lib/domain/keys/lock-id';

/** Title of a lock's page, from the last segment of its address. */
export function lockTitle(slug: string): string {
  const key = keyOfSlug(slug);
  return key === null ? 'Lock' : displayOf(key).text;
}

/** The lock that the segments of a page's address name; a pasted key stands for itself. */
export const lockOfPath = lockIdOfPath;
