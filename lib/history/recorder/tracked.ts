import type { Finding } from '../../contract/finding';
import type { Lock } from '../../contract/lock';
import { familyOf } from '../../domain/keys/family';
import type { LockInfo } from '../database/batch';
import { Arrivals } from './arrivals';
import type { NamedHolder } from './holders';
import type { LockCounters } from './rollup-counters';
import type { Span } from './span';

/** What the recorder keeps of one lock that is held or waited for, or was a moment ago. */
export type Tracked = {
  info: LockInfo;
  accounts: LockCounters;
  /** As last told; null = it is gone. */
  last: Lock | null;
  /** Who has it, by the name of each. */
  holds: Map<string, { held: NamedHolder; span: Span }>;
  /** Whether it counts as held now: not while its server is silent. */
  isHeld: boolean;
  /** As last counted; null = cannot be counted. */
  counted: number | null;
  /** The last of them that has a row. */
  written: number | null;
  arrivals: Arrivals;
  /** Whether those in its queue have names, which tell exactly how long each waited. */
  isQueued: boolean;
  /** When it was freed while somebody waited; null = it was not, or it was taken since. */
  freed: { atMs: number; goneMs: number | null } | null;
  lastEndMs: number;
  findings: readonly Finding[];
  touchedMs: number;
};

export function lockInfoOf({ id, key, kind, format }: Lock): LockInfo {
  return { id, key, family: familyOf(key.text), kind, formatId: format.id, library: format.library };
}

export function newTracked(info: LockInfo, lock: Lock, accounts: LockCounters, nowMs: number): Tracked {
  // That they cannot be counted is no change.
  const counted = lock.waiters.count === null ? null : 0;
  return {
    info,
    accounts,
    last: null,
    holds: new Map(),
    isHeld: false,
    counted,
    written: counted,
    arrivals: new Arrivals(),
    isQueued: false,
    freed: null,
    lastEndMs: Number.NEGATIVE_INFINITY,
    findings: [],
    touchedMs: nowMs,
  };
}

/** Whether nothing of it will matter to what comes next. */
export function isOver({ last, holds, counted, freed }: Tracked): boolean {
  return last === null && holds.size === 0 && !counted && freed === null;
}
