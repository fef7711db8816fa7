import type { Hold } from './holds';
import { refOf, TARGET } from './past-names';

/** Columns of the tables that are written row by row, in the order in which time made them. */
export const COLUMNS = {
  spans: [
    ...['lock', 'target', 'holder', 'holder_ref', 'token', 'mode', 'from_ms', 'from_known', 'to_ms', 'ended'],
    ...['ended_by', 'lease_ms', 'no_ttl', 'renewals', 'extensions', 'hold_count', 'waiters_max', 'waiter_ms'],
    ...['verdict', 'overrun_ms'],
  ],
  wait_spans: ['lock', 'target', 'waiter', 'waiter_ref', 'known_by', 'from_ms', 'to_ms', 'got_it'],
  waiting: ['lock', 'at_ms', 'waiters'],
  events: ['at_ms', 'target', 'lock', 'kind', 'known_by', 'holder', 'details'],
} as const;

export function spanRow(lock: number, hold: Hold, nowMs: number): object {
  const { fromMs, toMs, ended, waiters, renewed } = hold;
  return {
    lock,
    target: TARGET,
    holder: `worker-${hold.holder}`,
    holder_ref: refOf(hold.holder),
    token: `8d3c3d43-03b0-4cd8-8966-${hold.holder.toString(16).padStart(12, '0')}:47`,
    mode: 'exclusive',
    from_ms: fromMs,
    from_known: 'seen',
    to_ms: toMs,
    ended,
    ended_by: ended === null ? null : 'event',
    lease_ms: hold.leaseMs,
    no_ttl: 0,
    renewals: renewed ? Math.floor(((toMs ?? nowMs) - fromMs) / 10_000) : 0,
    extensions: 0,
    hold_count: 1,
    waiters_max: waiters?.count ?? 0,
    waiter_ms: waiters ? waiters.count * ((toMs ?? nowMs) - waiters.fromMs) : 0,
    verdict: hold.verdict,
    overrun_ms: hold.overrunMs,
  };
}

/** Of every other lock waiters have names. */
export function waitRows(lock: number, { holder, waiters, toMs }: Hold): object[] {
  if (!waiters || lock % 2 === 1) return [];
  return Array.from({ length: waiters.count }, (_, i) => ({
    lock,
    target: TARGET,
    waiter: `worker-${(holder + i + 1) % 200}`,
    waiter_ref: refOf((holder + i + 1) % 200),
    known_by: 'queue',
    from_ms: waiters.fromMs,
    to_ms: toMs,
    got_it: toMs === null ? null : Number(i === 0),
  }));
}

export function waitingRows(lock: number, { waiters, toMs }: Hold): object[] {
  if (!waiters) return [];
  const begun = { lock, at_ms: waiters.fromMs, waiters: waiters.count };
  return toMs === null ? [begun] : [begun, { lock, at_ms: toMs, waiters: 0 }];
}

/** A lapse has a finding before it. */
export function eventRows(lock: number, { ended, toMs, waiters, holder, overrunMs }: Hold): object[] {
  const event = (kind: string, at_ms: number, details: object, who: string | null) => {
    return {
      at_ms,
      target: TARGET,
      lock,
      kind,
      known_by: 'event',
      holder: who,
      details: JSON.stringify(details),
    };
  };
  const all = waiters ? [event('contended', waiters.fromMs, { waiters: waiters.count }, null)] : [];
  if (toMs === null || ended === null || ended === 'released') return all;
  all.push(event(ended, toMs, { overrunMs: overrunMs ?? 0 }, refOf(holder)));
  if (ended !== 'expired') return all;
  const finding = { code: 'renewal-missed', severity: 'at-risk', sinceMs: toMs - 5_000, silenced: 0 };
  all.push(event('finding-raised', toMs - 5_000, finding, null));
  all.push(event('finding-cleared', toMs, finding, null));
  return all;
}
