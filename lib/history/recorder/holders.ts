import type { Holder } from '../../contract/holder';
import type { Lock } from '../../contract/lock';
import { holderRefsOf } from '../../domain/holders/holder-ref';

const LABEL = 48;
const TOKEN = 128;

/** Who has a lock, under a name that is unique in it. `holder` null = somebody has it, and nothing says who. */
export type NamedHolder = { name: string; holder: Holder | null };

/** Everybody who has it. Of a semaphore that does not write down who, one without a name. */
export function holdersOf(lock: Lock): NamedHolder[] {
  const [first] = lock.holders;
  if (!first) return isHeld(lock) ? [{ name: '', holder: null }] : [];
  if (lock.holders.length === 1) return [{ name: tokenOf(first), holder: first }];
  const seen = new Set<string>();
  return lock.holders.map((holder, i) => {
    const token = tokenOf(holder);
    const name = seen.has(token) ? `${token}\n${i}` : token;
    seen.add(name);
    return { name, holder };
  });
}

/** Whether anybody has it. */
export function isHeld({ holders, permits }: Pick<Lock, 'holders' | 'permits'>): boolean {
  return holders.length > 0 || (permits !== null && permits.held !== 0);
}

/** Its token as history keeps it. */
export function tokenOf({ token }: Pick<Holder, 'token'>): string {
  return token.text.length > TOKEN ? token.text.slice(0, TOKEN) : token.text;
}

/** Whether a token as history keeps it may be a part of a longer one. */
export function isCut(token: string): boolean {
  return token.length >= TOKEN;
}

/** As events call it. */
export function labelOf(holder: Holder): string {
  const text = holder.label ?? holder.token.text;
  return text.length > LABEL ? `${text.slice(0, LABEL - 1)}…` : text;
}

/** Its widest name; null = nothing tells it from others. */
export function refOf(holder: Pick<Holder, 'token' | 'tokenUnique' | 'process'>): string | null {
  return holderRefsOf(holder)[0] ?? null;
}

/** When this holder's lease ends, epoch ms; null = never, or it was not read. */
export function deadlineOf(lock: Lock, holder: Holder | null): number | null {
  if (lock.valueDeadlineMs !== null) return lock.valueDeadlineMs;
  const { expiresAtMs, ttlMs, known } = lock;
  if (holder && typeof holder.ttlMs === 'number' && holder.ttlMs !== ttlMs) {
    // Read together with the key's own.
    const readAtMs =
      typeof expiresAtMs === 'number' && typeof ttlMs === 'number' ? expiresAtMs - ttlMs : known.atMs;
    return readAtMs + holder.ttlMs;
  }
  return typeof expiresAtMs === 'number' ? expiresAtMs : null;
}

/** The longest lease that this reading shows of the holder, ms; null = it has no end, or none was read. */
export function heldLeaseOf(lock: Lock, holder: Holder | null): number | null {
  if (lock.holders.length === 1) return lock.leaseMs;
  return holder && typeof holder.ttlMs === 'number' && holder.ttlMs > 0 ? holder.ttlMs : null;
}

export function hasNoTtl(lock: Lock, holder: Holder | null): boolean {
  return (
    lock.valueDeadlineMs === null &&
    lock.ttlMs === 'none' &&
    (holder?.ttlMs === 'none' || holder?.ttlMs === null)
  );
}

/** Since when nothing is known of the lock: its server gives no answer, or it was not read; null = it is known. */
export function silentSinceMs(lock: Lock, nowMs: number): number | null {
  if (lock.state !== 'unknown') return null;
  if (lock.reason.code === 'unread') return lock.confirmed.atMs;
  return lock.findings.find(({ code }) => code === 'node-silent')?.sinceMs ?? nowMs;
}
