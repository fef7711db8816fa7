import { createHash } from 'node:crypto';
import type { ByteString } from '../../domain/keys/bytes';
import { type LockId, lockId } from '../../domain/keys/lock-id';
import type { Target } from '../../domain/nodes/target';

/** Id of the lock under a key of a target. */
export function idOf({ name, db }: Pick<Target, 'name' | 'db'>, key: ByteString): LockId {
  return lockId(name, db, key, (bytes) => createHash('sha256').update(bytes).digest('hex'));
}
