import { createTranslator } from 'use-intl/core';
import type { ConsequenceCode } from '../../lib/contract/action-codes';
import type { Consequence, SeenSide } from '../../lib/contract/actions';
import type { Holder } from '../../lib/contract/holder';
import type { TtlMs } from '../../lib/contract/leaves';
import type { Lock } from '../../lib/contract/lock';
import { holderStanding } from '../../lib/domain/holders/holder-standing';
import { summaryOf } from '../../lib/domain/holders/holders-summary';
import { heartbeatStateOf } from '../../lib/domain/holders/judge-holder';
import { type Counted, numberOrNull } from '../../lib/domain/values/counted';
import { consequenceName } from '../../lib/i18n/consequence-name';
import { formatOf } from '../../lib/i18n/format';
import { en } from '../../lib/i18n/messages';
import { readableValues } from '../../lib/i18n/readable-values';

const translator = createTranslator({ locale: 'en', messages: { actions: en.actions }, timeZone: 'UTC' });
const FORMAT = formatOf(en.common.units, 'UTC');

/** `1h 2m`, `4m 10s`, `12.3 s`: two figures at most. */
export function durationWords(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${Math.floor(seconds % 60)}s`;
  return `${Math.floor(seconds / 3600)}h ${Math.floor((seconds % 3600) / 60)}m`;
}

/** The entry of an act in the audit. Below zero no database has it yet: it gets another number there. */
export function auditWords(auditId: number): string {
  if (auditId > 0) return `audit entry ${auditId}`;
  return 'audited in a file: numbered once a console takes it in';
}

export function ttlWords(ttlMs: TtlMs | null): string {
  if (ttlMs === null) return 'unknown';
  return ttlMs === 'none' ? 'never' : durationWords(ttlMs);
}

/** What is left at `nowMs` of a TTL that was read earlier. */
export function leftWords(ttlMs: TtlMs | null, readAtMs: number, nowMs: number): string {
  return ttlWords(typeof ttlMs === 'number' ? Math.max(0, readAtMs + ttlMs - nowMs) : ttlMs);
}

/** A figure that may be unknown, which is not zero. */
export function countWords(count: number | null): string {
  return count === null ? 'unknown' : String(count);
}

export function waitingWords(waiting: Counted): string {
  return countWords(numberOrNull(waiting));
}

/** Who has a lock, or how many have: "3 readers", "2 of 5 permits held". */
export function holdersCell(lock: Lock): string {
  const summary = summaryOf(lock);
  switch (summary.is) {
    case 'readers':
      return `${summary.count} readers`;
    case 'several':
      return `${summary.count} holders`;
    case 'writer':
      return `writer ${nameOf(summary.holder)} and ${summary.others} more`;
    case 'permits':
    case 'latch':
      return permitWords(lock) ?? 'unknown';
    case 'one':
      return summary.holder.mode === 'exclusive'
        ? nameOf(summary.holder)
        : `${ROLES[summary.holder.mode]} ${nameOf(summary.holder)}`;
    default:
      return 'nobody';
  }
}

const ROLES = { read: 'reader', write: 'writer' };

export function modeWords(mode: Holder['mode']): string {
  return mode === 'exclusive' ? 'exclusive' : `${mode}s`;
}

/** `3 of 5 permits free, 1 expired`, `2 counts left`; null = the lock is neither semaphore nor latch. */
export function permitWords(lock: Lock): string | null {
  const summary = summaryOf(lock);
  if (summary.is === 'latch')
    return summary.left === null ? 'counts left: unknown' : `${summary.left} counts left`;
  if (summary.is !== 'permits') return null;
  const { free, held, total, expired } = summary;
  const gone = expired > 0 ? `, ${expired} expired` : '';
  if (free !== null) return `${total === null ? free : `${free} of ${total}`} permits free${gone}`;
  return held === null ? 'permits unknown' : `${held} permits held${gone}`;
}

/** Whether a holder lives, or that the lock is in quarantine instead. */
export function verdictWords(holder: Pick<Holder, 'verdict' | 'quarantine'>): string {
  const standing = holderStanding(holder);
  return standing === 'quarantined' ? 'in quarantine' : standing;
}

/** Who has a lock in quarantine. */
export function quarantineWords({ by }: NonNullable<Holder['quarantine']>): string {
  return `by ${by === '' ? 'an operator' : by}`;
}

function nameOf(holder: Holder): string {
  if (holder.quarantine) return `in quarantine ${quarantineWords(holder.quarantine)}`;
  return holder.label ?? holder.token.text;
}

export function holderWords(lock: Pick<Lock, 'holders'>): string {
  const names = lock.holders.map(nameOf);
  return names.length === 0 ? 'nobody' : names.join(', ');
}

/** What the heartbeats of a holder's process tell; null = it has none, which tells nothing. */
export function heartbeatWords({ process }: Pick<Holder, 'process'>, nowMs: number): string | null {
  const heartbeat = process?.heartbeat ?? null;
  if (heartbeat === null || heartbeat.record === 'absent') return null;
  const last = heartbeat.lastMs === null ? 'unknown' : `${durationWords(nowMs - heartbeat.lastMs)} ago`;
  const due = heartbeat.beatMs === null ? '' : `, one is due every ${durationWords(heartbeat.beatMs)}`;
  switch (heartbeatStateOf(heartbeat)) {
    case 'beating':
    case 'late':
      return `last ${last}${due}`;
    case 'silent':
      return `stopped: last ${last}${due}; a process that is paused looks the same`;
    case 'ended':
      return heartbeat.record === 'deleted'
        ? `ended: the process took its record away, as at an orderly end; last ${last}`
        : `ended: its record expired or was deleted; last ${last}`;
    case 'missing':
      return `its record is gone; a process that lives writes it again; last ${last}`;
    default:
      return heartbeat.record === 'denied' ? 'cannot be read: denied' : 'cannot be read: not a heartbeat';
  }
}

export function sideWords(side: SeenSide): string {
  const holds = side.holdCount === null ? '' : `, hold count ${side.holdCount}`;
  return `${side.holder ?? 'nobody'} (${side.type}${holds}, TTL ${ttlWords(side.ttlMs)})`;
}

/** One line in the words of the browser: what happens, and what does not. */
export function consequenceWords({ code, values }: Consequence): string {
  const name = consequenceName(code, values);
  if (!Object.hasOwn(en.actions.consequence, name)) return code; // of a newer console
  const plain = (chunks: string) => chunks;
  return translator.markup(`actions.consequence.${name as ConsequenceCode}`, {
    ...readableValues(values, FORMAT),
    b: plain,
    m: plain,
  });
}
