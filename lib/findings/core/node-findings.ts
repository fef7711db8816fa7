import type { Evidence, Severity } from '../../domain/lock';
import type { NodeFinding, NodeFindingCode } from '../../domain/node-finding';
import type { NodeHealth } from '../../domain/node-health';
import type { ReplicaStatus } from '../../domain/replica-status';

/** Share of its memory limit from which a server is nearly full. */
const NEARLY_FULL = 0.9;
/** Clocks that are further apart than this make deadlines in values wrong. */
export const SKEW_MS = 500;
/** A replica that lacks something for this long does not catch up. */
const BEHIND_MS = 5_000;
/** So many of Redisson's latch keys at once are no replies under way. */
export const LATCHES = 50;
const SHOWN = 10;
/** Below this share of the changes seen, counts of what happens are wrong; of few changes no share is told. */
const SEEN_ENOUGH = 0.9;
const MANY_CHANGES = 100;

/** What is known of a server beside its health. */
export type NodeSurroundings = {
  locks: { held: number; withoutTtl: number };
  /** How many of the present holds are known to have begun later than this, epoch ms. */
  takenSince(atMs: number): number;
  /** What its replicas say themselves. */
  replicas: readonly Pick<ReplicaStatus, 'address' | 'locks'>[];
  /** It is one of several independent servers of Redlock. */
  inGroup: boolean;
  /** Changes of locks reported within the last minute, and the share of them that was seen. */
  changes: { reported: number; seen: number };
  /** Why changes are polled; null = they are not. */
  polled: string | null;
  /** Release channels with classic and sharded subscribers. */
  mixedChannels: readonly string[];
  /** Redisson's latch keys that the last pass over the names saw. */
  latches: number;
  /** The last restart that cut leases short. */
  restart: Restart | null;
  /** The last time it took the place of another primary. */
  promotion: Promotion | null;
  /** The last time its clock was set. */
  jump: { atMs: number; byMs: number } | null;
};

/** `count` locks that were held before are gone or somebody else's; `keys` = the first of them, as shown. */
export type Restart = { atMs: number; count: number; keys: readonly string[] };
/** `from` = the primary before it, by its address; `kept` = so many locks that were held there are held here, by the same. */
export type Promotion = Restart & { from: string; kept: number };

type Draft = Omit<NodeFinding, 'sinceMs'> & { sinceMs?: number };

/**
 * What is wrong with a server for its locks. Pure. `openSince` = when each was first found; what is found for the first
 * time is put there, what is not found any more leaves it.
 */
export function nodeFindings(
  health: NodeHealth,
  around: NodeSurroundings,
  openSince: Map<NodeFindingCode, number>,
  nowMs: number,
): NodeFinding[] {
  const drafts = RULES.flatMap((rule) => rule(health, around) ?? []);
  const found = new Set(drafts.map(({ code }) => code));
  for (const code of openSince.keys()) if (!found.has(code)) openSince.delete(code);
  return drafts.map((draft) => {
    const sinceMs = draft.sinceMs ?? openSince.get(draft.code) ?? nowMs;
    openSince.set(draft.code, sinceMs);
    return { ...draft, sinceMs };
  });
}

type Rule = (health: NodeHealth, around: NodeSurroundings) => Draft | null;

const evictableLocks: Rule = ({ memory, atMs }, { locks }) => {
  const { policy, maxBytes } = memory;
  if (!maxBytes || policy === null || !/^(allkeys|volatile)-/.test(policy)) return null;
  const count = policy.startsWith('volatile-') ? locks.held - locks.withoutTtl : locks.held;
  return draft(
    'evictable-locks',
    count > 0 ? 'at-risk' : 'info',
    [line('evicts', { policy, maxBytes, count }, 'at-risk', atMs)],
    'CONFIG SET maxmemory-policy noeviction',
  );
};

const memoryNearlyFull: Rule = ({ memory, atMs }) => {
  const { usedBytes, maxBytes, policy } = memory;
  if (!maxBytes || usedBytes === null || usedBytes <= maxBytes * NEARLY_FULL) return null;
  const values = { usedBytes, maxBytes, percent: Math.floor((usedBytes / maxBytes) * 100) };
  const evidence = [line('memory-used', values, 'at-risk', atMs)];
  if (policy !== null) evidence.push(line('eviction-policy', { policy }, 'neutral', atMs));
  const more = Math.ceil(Math.max(maxBytes, usedBytes) * 1.5);
  return draft('memory-nearly-full', 'at-risk', evidence, `CONFIG SET maxmemory ${more}`);
};

const noPersistence: Rule = ({ persistence, atMs }, { locks, inGroup }) => {
  const { appendOnly, snapshots } = persistence;
  if (appendOnly !== false || snapshots !== false) return null;
  if (!inGroup && locks.withoutTtl === 0) return null;
  const evidence = [line('not-persisted', {}, 'at-risk', atMs)];
  if (inGroup) evidence.push(line('in-group', {}, 'neutral', null));
  if (locks.withoutTtl > 0)
    evidence.push(line('locks-without-ttl', { count: locks.withoutTtl }, 'neutral', atMs));
  return draft('no-persistence', 'at-risk', evidence, 'CONFIG SET appendonly yes');
};

const aofNotAlways: Rule = ({ persistence, atMs }, { inGroup }) => {
  const { appendOnly, fsync, snapshots } = persistence;
  if (!inGroup || appendOnly === null) return null;
  // With neither of the two it is no-persistence.
  if (!appendOnly && snapshots !== true) return null;
  if (appendOnly && (fsync === null || fsync === 'always')) return null;
  const how = appendOnly
    ? line('fsync', { fsync: fsync ?? '' }, 'at-risk', atMs)
    : line('snapshots-only', {}, 'at-risk', atMs);
  const command = appendOnly
    ? 'CONFIG SET appendfsync always'
    : 'CONFIG SET appendonly yes appendfsync always';
  return draft('aof-not-always', 'at-risk', [how, line('in-group', {}, 'neutral', null)], command);
};

const writesUnreplicated: Rule = ({ replication, atMs }) => {
  const { role, replicas, minReplicas } = replication;
  const count = replicas?.filter(({ state }) => state !== 'gone').length ?? 0;
  if (role !== 'primary' || count === 0 || minReplicas !== 0) return null;
  const evidence = [line('min-replicas', { count }, 'contended', atMs)];
  return draft('writes-unreplicated', 'info', evidence, 'CONFIG SET min-replicas-to-write 1');
};

const replicaLags: Rule = ({ replication, atMs }, { takenSince, replicas }) => {
  const late = (replication.replicas ?? []).filter(
    ({ state, behindMs }) => state === 'gone' || behindMs >= BEHIND_MS,
  );
  const evidence = late.slice(0, SHOWN).map(({ address, state, behindBytes, behindMs }) => {
    if (state !== 'online') {
      return line(`replica-${state}`, { replica: address, forMs: behindMs }, 'at-risk', atMs);
    }
    const values = { replica: address, behindBytes: behindBytes ?? 0, forMs: behindMs };
    return line('replica-behind', values, 'at-risk', atMs);
  });
  const asked = new Map(replicas.map(({ address, locks }) => [address, locks]));
  for (const { address } of late.slice(0, SHOWN)) {
    const locks = asked.get(address);
    if (!locks || locks.missing === 0) continue;
    const values = { replica: address, count: locks.missing, of: locks.missing + locks.present };
    evidence.push(line('locks-missing', values, 'at-risk', locks.atMs));
  }
  // Of one that tells what it has, nothing need be reckoned.
  const unasked = late.filter(({ address }) => !asked.get(address));
  const longestMs = Math.max(0, ...unasked.map(({ behindMs }) => behindMs));
  const count = longestMs > 0 ? takenSince(atMs - longestMs) : 0;
  if (count > 0) evidence.push(line('locks-newer', { count, forMs: longestMs }, 'at-risk', atMs));
  if (replication.follows === false) evidence.push(line('primary-lost', {}, 'at-risk', atMs));
  return evidence.length === 0 ? null : draft('replica-lags', 'at-risk', evidence, null);
};

const clockSkew: Rule = ({ clock, atMs }) => {
  if (!clock || Math.abs(clock.skewMs) - clock.errorMs <= SKEW_MS) return null;
  const code = clock.skewMs > 0 ? 'clock-ahead' : 'clock-behind';
  const values = { offMs: Math.abs(clock.skewMs), errorMs: clock.errorMs };
  return draft('clock-skew', 'at-risk', [line(code, values, 'at-risk', atMs)], null);
};

const clockJump: Rule = (_, { jump }) => {
  if (!jump) return null;
  const code = jump.byMs > 0 ? 'clock-set-forward' : 'clock-set-back';
  const evidence = [line(code, { byMs: Math.abs(jump.byMs) }, 'at-risk', jump.atMs)];
  return { ...draft('clock-jump', 'at-risk', evidence, null), sinceMs: jump.atMs };
};

const restartedUnderLocks: Rule = (_, { restart }) => {
  if (!restart) return null;
  const { atMs, count, keys } = restart;
  const evidence = [
    line('locks-vanished', { count }, 'lost', atMs),
    ...keys.slice(0, SHOWN).map((key) => line('lock-vanished', { key }, 'lost', atMs)),
  ];
  return { ...draft('restarted-under-locks', 'lost', evidence, null), sinceMs: atMs };
};

const promoted: Rule = (_, { promotion }) => {
  if (!promotion) return null;
  const { atMs, from, count, kept, keys } = promotion;
  const evidence = [line('promoted-from', { from }, count > 0 ? 'lost' : 'neutral', atMs)];
  if (count > 0) evidence.push(line('locks-vanished', { count }, 'lost', atMs));
  evidence.push(...keys.slice(0, SHOWN).map((key) => line('lock-vanished', { key }, 'lost', atMs)));
  if (kept > 0) evidence.push(line('locks-kept', { count: kept }, 'good', atMs));
  return { ...draft('promoted', count > 0 ? 'lost' : 'info', evidence, null), sinceMs: atMs };
};

const changesMissed: Rule = ({ atMs }, { changes: { reported, seen } }) => {
  if (reported < MANY_CHANGES || seen >= SEEN_ENOUGH) return null;
  const values = { percent: Math.floor(seen * 100), count: reported };
  const severity = seen < 0.5 ? 'at-risk' : 'info';
  return draft('changes-missed', severity, [line('changes-unseen', values, 'unknown', atMs)], null);
};

const noNotifications: Rule = ({ atMs }, { polled }) => {
  if (polled === null) return null;
  const refused = /NOPERM/.test(polled);
  const command = refused ? 'ACL SETUSER <user> +client|id +client|tracking +subscribe' : null;
  return draft(
    'no-notifications',
    'info',
    [line('changes-polled', { why: polled }, 'unknown', atMs)],
    command,
  );
};

const mixedPubsub: Rule = ({ atMs }, { mixedChannels }) => {
  if (mixedChannels.length === 0) return null;
  const evidence = mixedChannels
    .slice(0, SHOWN)
    .map((channel) => line('both-pubsub', { channel }, 'at-risk', atMs));
  return draft('mixed-pubsub', 'at-risk', evidence, null);
};

const latchesPileUp: Rule = ({ atMs }, { latches }) => {
  if (latches < LATCHES) return null;
  return draft(
    'latches-pile-up',
    'contended',
    [line('latches', { count: latches }, 'contended', atMs)],
    null,
  );
};

const RULES: readonly Rule[] = [
  restartedUnderLocks,
  promoted,
  evictableLocks,
  memoryNearlyFull,
  noPersistence,
  aofNotAlways,
  replicaLags,
  clockSkew,
  clockJump,
  mixedPubsub,
  latchesPileUp,
  writesUnreplicated,
  changesMissed,
  noNotifications,
];

function draft(
  code: NodeFindingCode,
  severity: Severity,
  evidence: Evidence[],
  command: string | null,
): Omit<NodeFinding, 'sinceMs'> {
  return { code, severity, evidence, command };
}

function line(
  code: Evidence['code'],
  values: Evidence['values'],
  tone: Evidence['tone'],
  atMs: number | null,
): Evidence {
  return { code, values, tone, known: atMs === null ? null : { by: 'read', atMs } };
}
