import type { EvidenceCode, HolderVerdict } from '../../contract/codes';
import type { Evidence } from '../../contract/finding';
import type { Heartbeat, Holder } from '../../contract/holder';
import type { Known, TtlMs } from '../../contract/leaves';
import type { Lock, Renewal, Waiters } from '../../contract/lock';
import { countOf } from '../values/counted';
import { summaryOf } from './holders-summary';
import { heartbeatStateOf } from './judge-holder';
import { isLate } from './judge-renewal';
import { appName } from './lock-holder';

/**
 * Finding evidence that repeats a line which `evidenceOf` emits for every lock. Only the finding itself has other
 * evidence.
 */
const SAID_ANYWAY: ReadonlySet<EvidenceCode> = new Set<EvidenceCode>([
  'node-silent',
  'heartbeat-gone',
  'heartbeat-ended',
  'heartbeat-lapsed',
  'no-ttl',
  'value-deadline-passed',
  'renewal-late',
  'below-floor',
  'waiters',
]);

type TtlSample = { atMs: number; ttlMs: TtlMs };

/**
 * One line for every figure of a lock, in the order of the lock page; `about` limits it to one of the holders. Pure.
 * Values by code:
 * `holder-known` holder, app?, host?, pid?, instance?, or as in `holdersEvidence` for several holders or none ·
 * `heartbeat`, `heartbeat-late`, `heartbeat-gone`, `heartbeat-ended`, `heartbeat-lapsed` lastMs (ago), beatMs, and
 * count and total for several holders ·
 * `renewed`, `renewal-late` count, lastMs (ago), periodMs?, times? · `never-renewed` watchedMs ·
 * `own-lease-over` count, total · `ttl-fell` fellMs, overMs, fromMs, toMs ·
 * `value-deadline` leftMs · `value-deadline-passed` agoMs · `waiters`, `no-waiters` count, ghosts? ·
 * `write-under-way-unknown` token? · `node-silent`, `node-never-answered`, `unread` forMs.
 * Durations are in ms. The rules in `lib/findings` document the lines of findings.
 */
export function evidenceOf(
  lock: Lock,
  ttlSamples: readonly TtlSample[],
  nowMs: number,
  about: Holder | null = null,
): Evidence[] {
  const holders = about ? [about] : lock.holders;
  const silent = lock.findings.find((finding) => finding.code === 'node-silent');
  return [
    ...(silent ? [silentEvidence(silent.sinceMs, nowMs)] : []),
    ...(lock.reason.code === 'unread' ? [unreadEvidence(lock.confirmed, nowMs)] : []),
    about ? holderEvidence(about, lock.confirmed) : holdersEvidence(lock),
    ...overEvidence(lock, holders),
    ...lock.findings.flatMap(({ evidence }) => evidence.filter(({ code }) => !SAID_ANYWAY.has(code))),
    ...heartbeatEvidence(holders.flatMap(beatOf), holders.length, nowMs),
    ...deadlineEvidence(lock, nowMs),
    ...renewalEvidence(lock, ttlSamples, nowMs),
    ...fallEvidence(lock, ttlSamples),
    waitersEvidence(lock.waiters, lock.ghosts ?? 0, lock.state === 'unknown'),
    ...writeEvidence(lock, holders),
  ];
}

export function silentEvidence(sinceMs: number, nowMs: number): Evidence {
  const known = { by: 'event', atMs: sinceMs } as const;
  return line('node-silent', { forMs: Math.max(0, nowMs - sinceMs) }, 'unknown', known);
}

/** For a node that has not answered since the console started, so that no reading exists. */
export function neverAnsweredEvidence(startedAtMs: number, nowMs: number): Evidence {
  return line('node-never-answered', { forMs: Math.max(0, nowMs - startedAtMs) }, 'unknown', null);
}

function unreadEvidence(confirmed: Known, nowMs: number): Evidence {
  return line('unread', { forMs: Math.max(0, nowMs - confirmed.atMs) }, 'unknown', confirmed);
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

/** `isUnread` = the waiters could not be counted because the lock could not be read. */
export function waitersEvidence(waiters: Waiters, ghosts = 0, isUnread = false): Evidence {
  const beside: Evidence['values'] = ghosts > 0 ? { ghosts } : {};
  const waiting = countOf(waiters.count);
  if (!waiting.known) {
    return line('waiters-unknown', isUnread ? { why: 'unread' } : {}, 'unknown', waiters.known);
  }
  if (waiting.count === 0) return line('no-waiters', beside, 'neutral', waiters.known);
  return line('waiters', { count: waiting.count, ...beside }, 'contended', waiters.known);
}

/**
 * The holders. Several: `kind` readers, writer (with `holder`), permits or several, and count. None: `kind` nobody,
 * permits or latch, and count 0. A lock that stores only a number of permits does not identify its holders.
 */
function holdersEvidence(lock: Lock): Evidence {
  const summary = summaryOf(lock);
  const count = lock.holders.length;
  const [only] = lock.holders;
  if (only && count === 1) return holderEvidence(only, lock.confirmed);
  const known = (values: Evidence['values']) => line('holder-known', values, 'neutral', lock.confirmed);
  switch (summary.is) {
    case 'writer': {
      const { label, token } = summary.holder;
      return known({ kind: 'writer', count: summary.others, holder: label ?? token.text });
    }
    case 'permits':
      if (count === 0 && summary.held !== 0)
        return line('holder-unknown', { kind: 'permits' }, 'unknown', null);
      return known({ kind: 'permits', count });
    default:
      return known({ kind: summary.is, count });
  }
}

function holderEvidence(holder: Holder, known: Known): Evidence {
  if (!(holder.label || holder.tokenUnique)) return line('holder-unknown', {}, 'unknown', known);
  const values: Evidence['values'] = { holder: holder.label ?? holder.token.text };
  const { process } = holder;
  const app = process ? appName(process) : null;
  if (app !== null) values.app = app;
  for (const name of ['host', 'pid', 'instance'] as const) {
    const value = process?.[name];
    if (value !== null && value !== undefined) values[name] = value;
  }
  const told = process?.startMs === null ? null : process?.heartbeat;
  return line('holder-known', values, 'neutral', told ? { by: 'client', atMs: told.known.atMs } : known);
}

/** A holder whose own lease ended while others keep the lock. */
function overEvidence(lock: Lock, holders: readonly Holder[]): Evidence[] {
  const count = holders.filter(({ ttlMs }) => ttlMs === 0).length;
  const isReported = lock.findings.some(({ code }) => code === 'zombie-reader');
  if (count === 0 || lock.holders.length < 2 || isReported) return [];
  return [line('own-lease-over', { count, total: holders.length }, 'at-risk', lock.confirmed)];
}

/** A read holder writes nothing, and a lock without holders has no writer. */
function writeEvidence({ fencingToken }: Lock, holders: readonly Holder[]): Evidence[] {
  if (holders.every(({ mode }) => mode === 'read')) return [];
  const values: Evidence['values'] = fencingToken === null ? {} : { token: fencingToken };
  return [line('write-under-way-unknown', values, 'unknown', null)];
}

type Beat = { heartbeat: Heartbeat; verdict: HolderVerdict };

function beatOf({ process, verdict }: Holder): Beat[] {
  return process?.heartbeat ? [{ heartbeat: process.heartbeat, verdict }] : [];
}

/**
 * One line for each heartbeat state, over all holders; the freshest heartbeat of a state gives the figures. A record
 * that was never seen yields no line.
 */
export function heartbeatEvidence(beats: readonly Beat[], total: number, nowMs: number): Evidence[] {
  const groups = new Map<Evidence['code'], Heartbeat[]>();
  for (const beat of beats) {
    const code = heartbeatCode(beat);
    if (code) groups.set(code, [...(groups.get(code) ?? []), beat.heartbeat]);
  }
  return [...groups].map(([code, group]) => {
    const freshest = group.reduce((a, b) => ((b.lastMs ?? 0) > (a.lastMs ?? 0) ? b : a));
    const { lastMs, beatMs, known } = freshest;
    const values: Evidence['values'] = {};
    if (lastMs !== null) values.lastMs = Math.max(0, nowMs - lastMs);
    if (beatMs !== null) values.beatMs = beatMs;
    if (total > 1) Object.assign(values, { count: group.length, total });
    return line(code, values, HEARTBEAT_TONE[code] ?? 'unknown', known);
  });
}

const HEARTBEAT_TONE: Partial<Record<Evidence['code'], Evidence['tone']>> = {
  heartbeat: 'good',
  'heartbeat-late': 'at-risk',
  'heartbeat-gone': 'at-risk',
  'heartbeat-ended': 'at-risk',
  'heartbeat-lapsed': 'at-risk',
};

function heartbeatCode({ heartbeat, verdict }: Beat): Evidence['code'] | null {
  switch (heartbeatStateOf(heartbeat)) {
    case 'beating':
      return 'heartbeat';
    case 'late':
      return 'heartbeat-late';
    case 'silent':
      return verdict === 'gone' ? 'heartbeat-gone' : 'heartbeat-late';
    case 'ended':
      return heartbeat.record === 'lapsed' ? 'heartbeat-lapsed' : 'heartbeat-ended';
    case 'missing':
      return 'heartbeat-missing';
    default:
      return UNTOLD[heartbeat.record] ?? null;
  }
}

const UNTOLD: Partial<Record<Heartbeat['record'], Evidence['code']>> = {
  denied: 'heartbeat-denied',
  unreadable: 'heartbeat-unreadable',
};

function deadlineEvidence(lock: Lock, nowMs: number): Evidence[] {
  if (lock.valueDeadlineMs !== null) {
    return [valueDeadlineEvidence(lock.valueDeadlineMs, lock.confirmed.atMs, nowMs)];
  }
  // Permits have leases of their own, and a lock without holders cannot be stuck.
  const neverExpires = lock.expiresAtMs === 'none' && lock.permits === null && lock.holders.length > 0;
  return neverExpires ? [noTtlEvidence(lock.confirmed.atMs)] : [];
}

function renewalEvidence(lock: Lock, samples: readonly TtlSample[], nowMs: number): Evidence[] {
  const { renewal, holders } = lock;
  if (stoppedRenewing(lock)) return [lateEvidence(renewal, nowMs)];
  // Endless renewal of an overstaying hold is not a good sign.
  const tone = lock.reason.code === 'overstaying' ? 'neutral' : 'good';
  if (renewal.count > 0) return [line('renewed', renewalValues(renewal, nowMs), tone, lastRenewal(renewal))];
  // Renewals of a lock with several holders cannot be attributed to one of them.
  if (lock.ttlMs === 'none' || lock.ttlMs === null || holders.length !== 1) return [];
  const watchedMs = Math.max(0, nowMs - (samples[0]?.atMs ?? lock.known.atMs));
  return [line('never-renewed', { watchedMs }, 'neutral', lock.confirmed)];
}

/** The finding is required too: a silent node raises none, so no renewal counts as late then. */
function stoppedRenewing({ renewal, findings }: Lock): boolean {
  return isLate(renewal) && findings.some(({ code }) => code === 'renewal-late' || code === 'holder-gone');
}

/** The last uninterrupted fall of the TTL, as sampled. */
function fallEvidence(lock: Lock, samples: readonly TtlSample[]): Evidence[] {
  const last = samples.at(-1);
  // With several holders the TTL of the lock is the lease of none of them.
  if (!last || last.ttlMs === 'none' || lock.holders.length !== 1) return [];
  let first = last;
  for (let i = samples.length - 2; i >= 0; i--) {
    const sample = samples[i];
    if (!sample || sample.ttlMs === 'none' || sample.ttlMs < Number(first.ttlMs)) break;
    first = sample;
  }
  const [fromMs, toMs, overMs] = [Number(first.ttlMs), last.ttlMs, last.atMs - first.atMs];
  if (overMs <= 0) return [];
  const tone = stoppedRenewing(lock) ? 'at-risk' : 'neutral';
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
