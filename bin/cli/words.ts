import type { Consequence, ConsequenceCode, SeenSide } from '../../lib/domain/api';
import { summaryOf } from '../../lib/domain/holders/holders-summary';
import { pulseOf } from '../../lib/domain/holders/judge-holder';
import type { Holder, Lock, TtlMs } from '../../lib/domain/lock';
import { type Counted, numberOrNull } from '../../lib/domain/values/counted';

/** `1h 2m`, `4m 10s`, `12.3 s`: two figures at most. */
export function durationWords(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${Math.floor(seconds % 60)}s`;
  return `${Math.floor(seconds / 3600)}h ${Math.floor((seconds % 3600) / 60)}m`;
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

function nameOf(holder: Holder): string {
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
  switch (pulseOf(heartbeat)) {
    case 'beating':
    case 'late':
      return `last ${last}${due}`;
    case 'silent':
      return `stopped: last ${last}${due}; a process that is paused looks the same`;
    case 'ended':
      return heartbeat.record === 'deleted'
        ? `ended: the process took its record away, as at an orderly end; last ${last}`
        : `ended: its record lapsed or was deleted; last ${last}`;
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

const CONSEQUENCES: Record<ConsequenceCode, string> = {
  'two-will-run': 'the holder is proven alive: it works on while the next one starts',
  'holder-may-wake': 'a holder that was only paused works on when it wakes',
  'waiters-race': 'the waiters race for the lock',
  'no-waiters': 'nobody waits for it',
  'waiters-unknown': 'whether anybody waits cannot be known',
  publishes: 'the release message wakes the waiters',
  'publishes-nothing': 'no release message is published: waiters find out by themselves',
  signals: 'an entry on the list that waiters sleep on wakes one of them',
  'lease-becomes': 'the lease becomes as long as asked for, never shorter than it is',
  'watchdog-resets': 'a watchdog of the holder sets its own lease again at its next renewal',
  'holder-not-told': 'the holder is told',
  'write-not-stopped': 'a write already under way is stopped',
  'no-undo': 'it can be undone',
  'successor-indistinguishable':
    'a successor that takes the lock in the moment of the act writes the same value and is hit instead',
  'next-hold-indistinguishable':
    'the same holder may have released it and taken it again unnoticed: then its next hold is hit',
  'others-hold-on': 'others hold on: the lock does not become free and nobody is woken',
  'hold-stays': 'other keys of the same hold keep it: the lock stays held and nobody acquires it',
  'hold-may-stay': 'other keys have the same token: if they are one multi-lock, it stays held',
  'companions-untouched': 'companion keys of this format are changed',
  'job-runs-twice': 'if the worker lives, its job runs a second time beside it',
  'key-re-created': 'the holder takes the lock again at its next renewal while its process lives',
  'process-may-crash': 'the whole process of the holder may end, unless it handles the loss',
  'running-job-fails': 'the job that runs under it is marked as failed',
  'second-run-overlaps': 'nothing tells the run that has it: a second one may overlap it',
  'cool-down': 'it may be held on purpose after its work is done',
  'other-nodes-hold': 'the lock is held on a majority of servers: releasing it on one frees nothing',
  'counter-may-drift': 'the count was kept by hand: its holder counts down once more if it lives',
  'waiters-sleep-on': 'waiters that listen for another message sleep on until their time is over',
  'deletes-successor': 'the holder deletes the lock when it ends, whoever has it then',
};

/** One line: what happens, or what does not. */
export function consequenceWords({ code, happens, values }: Consequence): string {
  const facts = Object.entries(values).map(([name, value]) =>
    name.endsWith('Ms') ? `${name.slice(0, -2)} ${durationWords(Number(value))}` : `${name} ${value}`,
  );
  const words = `${happens ? '' : 'NOT: '}${CONSEQUENCES[code]}`;
  return facts.length === 0 ? words : `${words} (${facts.join(', ')})`;
}
