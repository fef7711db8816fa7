import type { LockId } from '../../domain/keys/lock-id';
import type { OpenSpans } from '../archive/archive-types';
import type { SpanWrite } from '../database/batch';
import { type NamedHolder, tokenOf } from './holders';

/** Clocks of a reading and of what it tells differ by no more. */
const SLACK_MS = 1_000;

type Adoption = {
  offer(open: OpenSpans): void;
  /** The hold that was left open of whoever has this lock, if it is known to be the same one; each once. */
  of(lock: LockId, held: NamedHolder): SpanWrite | null;
  /** `uid`s of those that were taken. */
  taken(): string[];
};

/**
 * Holds that an earlier watch left open. The same one goes on when the same token has the lock, and had it before that
 * watch ended; a token that others write too shows that only where it says since when it has the lock.
 */
export function createAdoption(): Adoption {
  const offered = new Map<string, SpanWrite>();
  const taken: string[] = [];
  let lastMs: number | null = null;

  return {
    offer({ spans, lastCoveredMs }) {
      lastMs = lastCoveredMs;
      for (const span of spans) offered.set(nameOf(span.lock, span.token), span);
    },
    of(lock, { holder }) {
      if (offered.size === 0) return null;
      const name = nameOf(lock, holder ? tokenOf(holder) : '');
      const row = offered.get(name);
      if (!row || !goesOn(row, holder, lastMs)) return null;
      offered.delete(name);
      taken.push(row.uid);
      return { ...row };
    },
    taken: () => [...taken],
  };
}

function goesOn(row: SpanWrite, holder: NamedHolder['holder'], lastMs: number | null): boolean {
  const since = holder?.since ?? null;
  const reportsWhen = since !== null && !since.atLeast;
  if (!holder?.tokenUnique && !reportsWhen) return false;
  if (reportsWhen && since.atMs > (lastMs ?? row.from_ms) + SLACK_MS) return false;
  return true;
}

function nameOf(lock: LockId, token: string): string {
  return `${lock}\n${token}`;
}
