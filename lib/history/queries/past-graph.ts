import type { Finding } from '../../contract/finding';
import type { WaitGraph } from '../../contract/graph';
import type { OwnershipSpan, PastLock } from '../../contract/history/past';
import type { Holder, SeenProcess } from '../../contract/holder';
import type { Lock } from '../../contract/lock';
import type { DisplayText } from '../../domain/keys/bytes';
import { parseLockId } from '../../domain/keys/lock-id';
import { inQuarantineBy } from '../../domain/keys/operator-token';
import { buildWaitGraph } from '../../domain/wait-graph/build-wait-graph';
import type { NamedWait } from '../../domain/wait-graph/wait-graph';
import type { Db } from '../database/multi-row';

/** Waits that began longer ago than that are not looked for. */
const BACK_MS = 86_400_000;
const MOST = 20_000;

/** Who waited for whom at a moment, as far as waiters had names. */
export async function pastGraph(
  db: Db,
  locks: readonly PastLock[],
  targets: readonly string[],
  atMs: number,
): Promise<WaitGraph> {
  const waits = targets.length === 0 ? [] : await waitsAt(db, targets, atMs);
  return buildWaitGraph({ locks: locks.map((lock) => asLock(lock, atMs)), waits }, atMs);
}

async function waitsAt(db: Db, targets: readonly string[], atMs: number): Promise<NamedWait[]> {
  const rows = await db
    .selectFrom('wait_spans as w')
    .innerJoin('subjects as s', 's.id', 'w.lock')
    .where('w.from_ms', '<=', atMs)
    .where('w.from_ms', '>', atMs - BACK_MS)
    .where((wait) => wait.or([wait('w.to_ms', 'is', null), wait('w.to_ms', '>', atMs)]))
    .where('w.target', 'in', [...targets])
    .orderBy('w.from_ms')
    .limit(MOST)
    .select(['s.name as lock', 'w.waiter', 'w.waiter_ref', 'w.known_by', 'w.from_ms'])
    .execute();
  return rows.map(({ lock, waiter, waiter_ref, known_by, from_ms }) => ({
    lock,
    by: known_by,
    token: waiter_ref?.startsWith('token:') ? textOf(waiter_ref.slice('token:'.length)) : null,
    label: waiter,
    process: processOf(waiter_ref),
    place: null,
    sinceMs: from_ms,
    heard: null,
    known: { by: 'read', atMs },
  }));
}

/** A past lock in the shape of a present one, so that filters and the graph read both alike. What was not kept is unknown. */
export function asLock(past: PastLock, atMs: number): Lock {
  const known = { by: 'read', atMs } as const;
  const address = parseLockId(past.id);
  const format = past.format ?? { id: '', library: '' };
  return {
    id: past.id,
    target: past.target,
    db: address?.db ?? 0,
    node: '',
    key: textOf(past.key),
    kind: past.kind ?? 'plain',
    format: { ...format, language: '', confidence: 'possible', alternatives: [], hint: null },
    state: past.state,
    reason: { code: 'none', values: {} },
    holders: past.spans.map((span) => holderOf(span, known)),
    ttlMs: null,
    expiresAtMs: null,
    leaseMs: past.leaseMs,
    valueDeadlineMs: null,
    waiters: { count: past.waiters, known },
    waiterSeconds: null,
    fencingToken: past.spans.find(({ fencing }) => fencing !== null)?.fencing ?? null,
    permits: null,
    ghosts: null,
    votes: null,
    renewal: { count: 0, lastAtMs: null, periodMs: null, lateBy: null },
    findings: past.findings.map((finding) => ({ ...finding, evidence: [] }) as unknown as Finding),
    actions: { release: false, extend: false, quarantine: false },
    known,
    confirmed: known,
  };
}

function holderOf(span: OwnershipSpan, known: Lock['known']): Holder {
  const operator = inQuarantineBy(span.token);
  return {
    token: textOf(span.token),
    tokenUnique: span.holderRef !== null,
    label: span.holder,
    mode: span.mode,
    holdCount: null,
    since: { atMs: span.fromMs, atLeast: span.fromKnown === 'at-least', known },
    ttlMs: null,
    process: processOf(span.holderRef),
    verdict: 'unknown',
    ...(operator && { quarantine: { by: operator.by } }),
  };
}

/** The process that a holder's name is of (`holder-ref.ts`). */
function processOf(ref: string | null): SeenProcess | null {
  const nothing = {
    host: null,
    pid: null,
    instance: null,
    app: null,
    label: null,
    startMs: null,
    heartbeat: null,
  };
  if (ref?.startsWith('instance:')) return { ...nothing, instance: ref.slice('instance:'.length) };
  const [, host, pid, start] = /^process:(.+):(\d+)(?:@(\d+))?$/s.exec(ref ?? '') ?? [];
  if (host === undefined) return null;
  return { ...nothing, host, pid: Number(pid), startMs: start === undefined ? null : Number(start) };
}

function textOf(text: string): DisplayText {
  return { text, exact: true, byteLength: text.length };
}
