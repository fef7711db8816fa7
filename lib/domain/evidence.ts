import type { Evidence, Lock, Renewal, TtlMs, Waiters } from './lock';

type TtlSample = { atMs: number; ttlMs: TtlMs };

/**
 * One line for every figure of a lock, in the order of the lock page. Pure. Values by code:
 * `holder-known` holder, host?, pid?, instance? · `renewed`, `renewal-late` count, lastMs (ago), periodMs?, times? ·
 * `never-renewed` watchedMs · `ttl-fell` fellMs, overMs, fromMs, toMs · `value-deadline` leftMs · `value-deadline-passed`
 * agoMs · `waiters` count · `node-silent` forMs. Durations in ms.
 */
export function evidenceOf(lock: Lock, ttlSamples: readonly TtlSample[], nowMs: number): Evidence[] {
  const silent = lock.findings.find((finding) => finding.code === 'node-silent');
  return [
    ...(silent ? [silentEvidence(silent.sinceMs, nowMs)] : []),
    holderEvidence(lock),
    ...deadlineEvidence(lock, nowMs),
    ...renewalEvidence(lock, ttlSamples, nowMs),
    ...fallEvidence(lock, ttlSamples),
    waitersEvidence(lock.waiters),
    line('write-under-way-unknown', {}, 'unknown', null),
  ];
}

export function silentEvidence(sinceMs: number, nowMs: number): Evidence {
  return line('node-silent', { forMs: Math.max(0, nowMs - sinceMs) }, 'unknown', {
    by: 'event',
    atMs: sinceMs,
  });
}

export function noTtlEvidence(readAtMs: number): Evidence {
  return line('no-ttl', {}, 'at-risk', { by: 'read', atMs: readAtMs });
}

export function valueDeadlineEvidence(deadlineMs: number, readAtMs: number, nowMs: number): Evidence {
  const known = { by: 'read', atMs: readAtMs } as const;
  return deadlineMs <= nowMs
    ? line('value-deadline-passed', { agoMs: nowMs - deadlineMs }, 'at-risk', known)
    : line('value-deadline', { leftMs: deadlineMs - nowMs }, 'neutral', known);
}

export function lateEvidence(renewal: Renewal, nowMs: number): Evidence {
  return line('renewal-late', renewalValues(renewal, nowMs), 'at-risk', lastRenewal(renewal));
}

export function waitersEvidence(waiters: Waiters): Evidence {
  if (waiters.count === null) return line('waiters-unknown', {}, 'unknown', waiters.known);
  if (waiters.count === 0) return line('no-waiters', {}, 'neutral', waiters.known);
  return line('waiters', { count: waiters.count }, 'contended', waiters.known);
}

function holderEvidence(lock: Lock): Evidence {
  const holder = lock.holders[0];
  if (!holder || !(holder.label || holder.tokenUnique)) {
    return line('holder-unknown', {}, 'unknown', lock.known);
  }
  const values: Evidence['values'] = { holder: holder.label ?? holder.token.text };
  for (const name of ['host', 'pid', 'instance'] as const) {
    const value = holder.process?.[name];
    if (value !== null && value !== undefined) values[name] = value;
  }
  return line('holder-known', values, 'neutral', lock.known);
}

function deadlineEvidence(lock: Lock, nowMs: number): Evidence[] {
  if (lock.valueDeadlineMs !== null) {
    return [valueDeadlineEvidence(lock.valueDeadlineMs, lock.known.atMs, nowMs)];
  }
  return lock.expiresAtMs === 'none' ? [noTtlEvidence(lock.known.atMs)] : [];
}

function renewalEvidence(lock: Lock, samples: readonly TtlSample[], nowMs: number): Evidence[] {
  const { renewal } = lock;
  if (renewal.lateBy !== null && lock.findings.some((finding) => finding.code === 'renewal-late')) {
    return [lateEvidence(renewal, nowMs)];
  }
  if (renewal.count > 0)
    return [line('renewed', renewalValues(renewal, nowMs), 'good', lastRenewal(renewal))];
  if (lock.ttlMs === 'none' || lock.ttlMs === null) return [];
  const watchedMs = Math.max(0, nowMs - (samples[0]?.atMs ?? lock.known.atMs));
  return [line('never-renewed', { watchedMs }, 'neutral', lock.known)];
}

/** The last uninterrupted fall of the TTL, as sampled. */
function fallEvidence(lock: Lock, samples: readonly TtlSample[]): Evidence[] {
  const last = samples.at(-1);
  if (!last || last.ttlMs === 'none') return [];
  let first = last;
  for (let i = samples.length - 2; i >= 0; i--) {
    const sample = samples[i];
    if (!sample || sample.ttlMs === 'none' || sample.ttlMs < Number(first.ttlMs)) break;
    first = sample;
  }
  const [fromMs, toMs, overMs] = [Number(first.ttlMs), last.ttlMs, last.atMs - first.atMs];
  if (overMs <= 0) return [];
  const tone = lock.reason.code === 'renewal-late' ? 'at-risk' : 'neutral';
  return [
    line('ttl-fell', { fellMs: fromMs - toMs, overMs, fromMs, toMs }, tone, { by: 'read', atMs: last.atMs }),
  ];
}

function renewalValues(renewal: Renewal, nowMs: number): Evidence['values'] {
  const values: Evidence['values'] = {
    count: renewal.count,
    lastMs: Math.max(0, nowMs - (renewal.lastAtMs ?? nowMs)),
  };
  if (renewal.periodMs !== null) values.periodMs = renewal.periodMs;
  if (renewal.lateBy !== null) values.times = renewal.lateBy;
  return values;
}

function lastRenewal(renewal: Renewal): Evidence['known'] {
  return renewal.lastAtMs === null ? null : { by: 'event', atMs: renewal.lastAtMs };
}

function line(
  code: Evidence['code'],
  values: Evidence['values'],
  tone: Evidence['tone'],
  known: Evidence['known'],
): Evidence {
  return { code, values, tone, known };
}
