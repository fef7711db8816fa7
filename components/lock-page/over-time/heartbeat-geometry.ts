import type { Lock } from '@/lib/contract/lock';
import type { LockDetail } from '@/lib/contract/locks';

type Samples = LockDetail['ttlSamples'];
export type TtlPoint = { atMs: number; ttlMs: number };

export type HeartbeatSeries = {
  fromMs: number;
  toMs: number;
  /** Top of the scale: the lease. */
  highMs: number;
  /** TTL as it was, renewals as vertical jumps; of a group what its first node says. */
  line: TtlPoint[];
  /** Of a group one line a node, the first included; [] = it is none. */
  nodes: { node: string; line: TtlPoint[] }[];
  /** The tops of the jumps: where a renewal was seen, the first hold included. */
  renewals: TtlPoint[];
  /** Moments at which a renewal was due and none was seen: the first, and of many some. */
  missed: TtlPoint[];
  missedCount: number;
  /** From now to zero, unless renewed; null = nothing to draw. */
  projection: [TtlPoint, TtlPoint] | null;
  /** A healthy holder never lets the TTL fall below this; null = no period known. */
  floorMs: number | null;
};

/** How far, in leases and at most, a reading may lie above the fall of the last one without being a renewal. */
const JITTER = { share: 0.05, mostMs: 1_000 };
/** How late, in periods, before a renewal counts as missed. */
const GRACE = 0.4;
const MOST_LEASES = 7;
/** More marks than this would hide each other. */
const MOST_MISSED = 12;

/**
 * What the renewal chart draws at `nowMs`; null where there is no TTL to draw. Readings of several masters are never joined:
 * each runs down to its own deadline. Pure.
 */
export function heartbeatOf(
  lock: Pick<Lock, 'expiresAtMs' | 'leaseMs' | 'renewal'>,
  { ttlSamples, nodeSamples }: Pick<LockDetail, 'ttlSamples' | 'nodeSamples'>,
  nowMs: number,
): HeartbeatSeries | null {
  const own = (nodeSamples ?? []).map(({ node, samples }) => ({ node, points: pointsOf(samples) }));
  const ofNodes = own.filter(({ points }) => points.length > 0);
  const points = ofNodes[0]?.points ?? pointsOf(ttlSamples);
  const last = points.at(-1);
  if (!last || typeof lock.expiresAtMs !== 'number') return null;
  const all = [...points, ...ofNodes.flatMap((each) => each.points)];
  const highMs = Math.max(lock.leaseMs ?? 0, ...all.map(({ ttlMs }) => ttlMs));
  const toMs = Math.max(lock.expiresAtMs, nowMs);
  const fromMs = Math.max(points[0]?.atMs ?? nowMs, toMs - MOST_LEASES * highMs);
  const now = { atMs: nowMs, ttlMs: Math.max(0, lock.expiresAtMs - nowMs) };
  const jitterMs = Math.min(JITTER.mostMs, JITTER.share * highMs);
  const isGroup = ofNodes.length > 0;
  const { line, renewals } = sawTooth(points, isGroup ? fallen(last, nowMs) : now, jitterMs);
  const nodes = ofNodes.map(({ node, points: its }) => {
    const tooth = sawTooth(its, fallen(its.at(-1) ?? last, nowMs), jitterMs);
    return { node, line: clip(tooth.line, fromMs) };
  });
  const { periodMs, lastAtMs } = lock.renewal;
  return {
    fromMs,
    toMs,
    highMs,
    line: clip(line, fromMs),
    nodes,
    renewals: renewals.filter(({ atMs }) => atMs >= fromMs),
    ...(lastAtMs === null || periodMs === null
      ? { missed: [], missedCount: 0 }
      : missedSince(lastAtMs, periodMs, lock.expiresAtMs, nowMs)),
    projection: now.ttlMs > 0 ? [now, { atMs: lock.expiresAtMs, ttlMs: 0 }] : null,
    floorMs: periodMs === null || !lock.leaseMs || periodMs >= lock.leaseMs ? null : lock.leaseMs - periodMs,
  };
}

function pointsOf(samples: Samples): TtlPoint[] {
  return samples.flatMap(({ atMs, ttlMs }) => (ttlMs === 'none' ? [] : [{ atMs, ttlMs }]));
}

/** What is left of a reading at `nowMs`. */
function fallen({ atMs, ttlMs }: TtlPoint, nowMs: number): TtlPoint {
  return { atMs: nowMs, ttlMs: Math.max(0, ttlMs - (nowMs - atMs)) };
}

function sawTooth(
  points: readonly TtlPoint[],
  now: TtlPoint,
  jitterMs: number,
): { line: TtlPoint[]; renewals: TtlPoint[] } {
  const line: TtlPoint[] = [];
  const renewals: TtlPoint[] = [];
  for (const point of [...points, ...(now.atMs > (points.at(-1)?.atMs ?? 0) ? [now] : [])]) {
    const before = line.at(-1);
    const fallen = before ? Math.max(0, before.ttlMs - (point.atMs - before.atMs)) : null;
    if (fallen === null) renewals.push(point);
    else if (point.ttlMs > fallen + jitterMs) {
      line.push({ atMs: point.atMs, ttlMs: fallen });
      renewals.push(point);
    }
    line.push(point);
  }
  return { line, renewals };
}

function missedSince(
  lastAtMs: number,
  periodMs: number,
  expiresAtMs: number,
  nowMs: number,
): Pick<HeartbeatSeries, 'missed' | 'missedCount'> {
  const due = Math.floor((nowMs - lastAtMs - GRACE * periodMs) / periodMs);
  const beforeTheEnd = Math.ceil((expiresAtMs - lastAtMs) / periodMs) - 1;
  const missedCount = Math.max(0, Math.min(due, beforeTheEnd));
  const every = Math.max(1, Math.ceil(missedCount / MOST_MISSED));
  const missed: TtlPoint[] = [];
  for (let n = 1; n <= missedCount; n += every) {
    const atMs = lastAtMs + n * periodMs;
    missed.push({ atMs, ttlMs: expiresAtMs - atMs });
  }
  return { missed, missedCount };
}

/** The line from `fromMs` on, beginning exactly there. */
function clip(line: readonly TtlPoint[], fromMs: number): TtlPoint[] {
  const at = line.findIndex(({ atMs }) => atMs >= fromMs);
  const [before, after] = [line[at - 1], line[at]];
  if (at < 0 || !after) return [];
  if (!before || after.atMs === fromMs) return line.slice(at);
  return [{ atMs: fromMs, ttlMs: Math.max(0, before.ttlMs - (fromMs - before.atMs)) }, ...line.slice(at)];
}
