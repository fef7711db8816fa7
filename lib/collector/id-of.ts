import { createHash } from 'node:crypto';
import type { ByteString } from '../domain/bytes';
import { type LockId, lockId } from '../domain/lock-id';
import type { Target } from '../domain/target';

/** Id of the lock under a key of a target. */
export function idOf({ name, db }: Pick<Target, 'name' | 'db'>, key: ByteString): LockId {
  return lockId(name, db, key, (bytes) => createHash('sha256').update(bytes).digest('hex'));
}
