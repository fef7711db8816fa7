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
  /** Only its keyspace events are known: it was not read yet. */
  isBare: boolean;
  /** `decide` = its keyspace events say whether it is held. The rest: when they last said so, epoch ms; null = never. */
  facts: { decide: boolean; releasedMs: number | null; renewedMs: number | null };
};

export function lockInfoOf({ id, key, kind, format }: Lock): LockInfo {
  return { id, key, family: familyOf(key.text), kind, formatId: format.id, library: format.library };
}

/** `lock` null = it was not read yet. */
export function newTracked(
  info: LockInfo,
  lock: Lock | null,
  accounts: LockCounters,
  nowMs: number,
): Tracked {
  const counted = lock && countedAtFirst(lock);
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
    isBare: lock === null,
    facts: { decide: false, releasedMs: null, renewedMs: null },
  };
}

/** A lock that was only counted so far is read for the first time. */
export function meet(tracked: Tracked, lock: Lock): void {
  const counted = countedAtFirst(lock);
  Object.assign(tracked, { isBare: false, counted, written: counted });
}

/** That waiters cannot be counted is no change. */
function countedAtFirst({ waiters }: Lock): number | null {
  return waiters.count === null ? null : 0;
}

/** Whether nothing of it will matter to what comes next. */
export function isOver({ last, holds, counted, freed, isHeld }: Tracked): boolean {
  return last === null && holds.size === 0 && !counted && freed === null && !isHeld;
}
