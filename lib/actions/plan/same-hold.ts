import type { LockAction } from '../../contract/action-codes';
import type { HoldPart, Preview, SharedHold } from '../../contract/actions';
import { MOST_PARTS } from '../../contract/limits';
import { compared, type SameToken, sameHold } from '../../domain/actions/same-hold';
import type { LockId } from '../../domain/keys/lock-id';
import { isConsoleError } from '../../domain/values/errors';
import type { Runtime } from '../../server/runtime/types';

type Read = (
  runtime: Runtime,
  id: LockId,
  ask: { action: LockAction; tokenDigest: string },
) => Promise<Preview>;

/**
 * The other keys that the holder of this preview has its token on, each read now by `read`; null = there are none. A key
 * that has the token no more is left out, one that cannot be read is named, and those that the caller is not shown are
 * counted as the collector knows them.
 */
export async function holdOf(runtime: Runtime, of: Preview, read: Read): Promise<SharedHold | null> {
  const named = sameHold(of.lock, of.holder, runtime.locks(of.lock.target));
  const found = await Promise.all(
    named.slice(0, MOST_PARTS).map((part) => readPart(runtime, of, part, read)),
  );
  const parts = found.filter((part) => part !== null);
  const more = Math.max(0, named.length - MOST_PARTS);
  const { lock, seen } = of;
  const unseen = runtime.unseenOf([{ id: lock.id, tokenDigest: seen.tokenDigest }]).get(lock.id);
  if (parts.length + more === 0 && !unseen) return null;
  return { parts, more, ...(unseen && { unseen }) };
}

async function readPart(
  runtime: Runtime,
  of: Preview,
  part: SameToken,
  read: Read,
): Promise<HoldPart | null> {
  const ask = { action: 'release', tokenDigest: of.seen.tokenDigest } as const;
  try {
    const now = await read(runtime, part.lock.id, ask);
    const { lock, holder, seen, allowed, why, requires } = now;
    const facts = compared(
      { lock: of.lock, holder: of.holder, deadlineMs: of.seen.deadlineMs },
      { lock, holder, deadlineMs: seen.deadlineMs },
    );
    const typedKey = requires.typedKey || facts.sure === 'possible';
    return { ...facts, seen, allowed, why, requires: { ...requires, typedKey } };
  } catch (error) {
    if (!isConsoleError(error)) throw error;
    const { code, message } = error;
    if (code === 'not-found' || code === 'not-held') return null;
    const requires = { reason: false, typedKey: false, although: null };
    return { ...part, seen: null, allowed: false, why: { code, message }, requires };
  }
}
