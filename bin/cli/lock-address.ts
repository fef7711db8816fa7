import { createHash } from 'node:crypto';
import { QUARANTINE_MS } from '../../lib/contract/limits';
import { bytesOf } from '../../lib/domain/keys/bytes';
import { isTargetName, type LockId, lockId, parseLockId } from '../../lib/domain/keys/lock-id';
import { parseLease } from '../../lib/domain/values/lease-text';
import { CommandError, ExitCode } from './exit-code';

export type AddressOptions = { db: number; keyBytes?: string };

/** The id of the lock that a command names by target and key, or by target and `--key-bytes`. */
export function lockIdOf(target: string, key: string | undefined, options: AddressOptions): LockId {
  if (!isTargetName(target)) throw usage(`"${target}" cannot be the name of a target`);
  if ((key === undefined) === (options.keyBytes === undefined)) {
    throw usage('name the lock by its key or by --key-bytes, not both and not neither');
  }
  if (key !== undefined) return lockId(target, options.db, bytesOf(key), sha256Hex);
  const id = `${target}.${options.db}.${options.keyBytes}`;
  if (!parseLockId(id)) throw usage('--key-bytes must be the last part of a lock id');
  return id;
}

/**
 * Whether `named` (`--if-holder`) is the holder whose token has this SHA-256: the token as text, or `sha256:` and its
 * 64 hexadecimal digits.
 */
export function isNamedHolder(named: string, tokenDigest: string): boolean {
  return digestsNamed(named).includes(tokenDigest);
}

/** What `--if-holder` may stand for as a digest: that of the token, or one that is written out. */
export function digestsNamed(named: string): string[] {
  const written = /^sha256:([0-9a-f]{64})$/i.exec(named)?.[1]?.toLowerCase();
  return [...(written ? [written] : []), sha256Hex(new TextEncoder().encode(named))];
}

/** Milliseconds of `--lease`, such as `1500ms`, `30s`, `5m` or `1h`. Throws `usage`. */
export function namedLease(text: string): number {
  const leaseMs = parseLease(text);
  if (leaseMs === null) throw usage('--lease must be a time such as 1500ms, 30s, 5m or 1h');
  return leaseMs;
}

/** Milliseconds of `--for` of a quarantine. Throws `usage`. */
export function namedQuarantine(text: string): number {
  const ms = parseLease(text);
  if (ms === null || ms < QUARANTINE_MS.least || ms > QUARANTINE_MS.most)
    throw usage('--for must be a time from 1s to 5m');
  return ms;
}

function sha256Hex(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function usage(message: string): CommandError {
  return new CommandError(ExitCode.usage, 'usage', message);
}
