import type { AuditEntry } from '../../contract/audit';
import type { LockEvent } from '../../contract/lock';
import { matchesAudit } from '../../domain/actions/audit';
import { bucketStarts, highest, highestHeld, type SamplePoint } from './buckets';
import type { HistoryStore, Sample } from './store';

type MemoryLimits = {
  events: number;
  audit: number;
  /** How far back samples and waiter counts reach, ms. */
  windowMs: number;
  /** Samples of one target, and waiter changes of one lock. */
  points: number;
  /** Locks whose waiters are remembered. */
  locks: number;
};

const LIMITS: MemoryLimits = {
  events: 20_000,
  audit: 10_000,
  windowMs: 3_600_000,
  points: 8_000,
  locks: 20_000,
};

/** `recall` puts samples of an earlier process, oldest first, before those that it has. */
export type MemoryStore = HistoryStore & { recall(target: string, samples: readonly Sample[]): void };

type TargetPoints = { held: SamplePoint[]; waiting: SamplePoint[] };

/** History in memory, bounded by `limits`: the oldest is forgotten first, and everything with the process. */
export function createMemoryStore(
  options: { now?: () => number; limits?: Partial<MemoryLimits> } = {},
): MemoryStore {
  const now = options.now ?? Date.now;
  const limits = { ...LIMITS, ...options.limits };
  const events: LockEvent[] = [];
  const samples = new Map<string, TargetPoints>();
  const waiting = new Map<string, SamplePoint[]>();
  const audit: AuditEntry[] = [];
  let lastAuditId = 0;

  function push(points: SamplePoint[], point: SamplePoint): void {
    points.push(point);
    if (points.length % 64 !== 0) return;
    const oldest = point.atMs - limits.windowMs;
    const expired = points.findIndex(({ atMs }) => atMs >= oldest);
    // One point before the window stays: it says what held when the window began.
    points.splice(0, Math.max(expired - 1, points.length - limits.points, 0));
  }

  function pointsOf(target: string): TargetPoints {
    const points = samples.get(target) ?? { held: [], waiting: [] };
    samples.set(target, points);
    return points;
  }

  return {
    async appendEvents(added) {
      for (const event of added) events.push(event);
      if (events.length > limits.events * 1.25) events.splice(0, events.length - limits.events);
    },

    async events({ id, target, fromMs = 0, limit }) {
      const found: LockEvent[] = [];
      const oldest = Math.max(0, events.length - limits.events);
      for (let i = events.length - 1; i >= oldest && found.length < limit; i--) {
        const event = events[i];
        if (!event || event.atMs < fromMs) continue;
        if ((id === undefined || event.id === id) && (target === undefined || event.target === target)) {
          found.push(event);
        }
      }
      return found;
    },

    recall(target, recalled) {
      const { held, waiting: counts } = pointsOf(target);
      const firstMs = held[0]?.atMs ?? Number.POSITIVE_INFINITY;
      const earlier = recalled.filter(({ atMs }) => atMs < firstMs);
      held.unshift(...earlier.map(({ atMs, held: value }) => ({ atMs, value })));
      counts.unshift(...earlier.map(({ atMs, waiting: value }) => ({ atMs, value })));
    },

    async appendSample({ target, atMs, held, waiting: count }) {
      const points = pointsOf(target);
      push(points.held, { atMs, value: held });
      push(points.waiting, { atMs, value: count });
    },

    async series({ fromMs, toMs, bucketMs, target, among }) {
      const starts = bucketStarts(fromMs, toMs, bucketMs);
      const chosen = [...samples].flatMap(([name, points]) =>
        (target ?? name) === name && (among?.includes(name) ?? true) ? [points] : [],
      );
      const held = sum(chosen.map((points) => highest(points.held, starts, bucketMs)));
      const waits = sum(chosen.map((points) => highest(points.waiting, starts, bucketMs)));
      return starts.map((startMs, i) => ({
        startMs,
        held: held[i] ?? null,
        waiting: waits[i] ?? null,
        partial: startMs + bucketMs > now(),
      }));
    },

    async appendWaiting(id, atMs, value) {
      const points = waiting.get(id) ?? [];
      if (points.at(-1)?.value === value) return;
      waiting.delete(id);
      waiting.set(id, points);
      push(points, { atMs, value });
      if (waiting.size > limits.locks) waiting.delete(waiting.keys().next().value ?? '');
    },

    async waitingSeries({ id, fromMs, toMs, bucketMs }) {
      return highestHeld(waiting.get(id) ?? [], bucketStarts(fromMs, toMs, bucketMs), bucketMs, now());
    },

    async appendAudit(entry) {
      const stored = { ...entry, id: ++lastAuditId };
      audit.push(stored);
      if (audit.length > limits.audit) audit.shift();
      return { ...stored };
    },

    async updateAudit(id, change) {
      const at = audit.findIndex((entry) => entry.id === id);
      const entry = audit[at];
      if (entry) audit[at] = { ...entry, ...change };
    },

    async audit({ limit, ...filter }) {
      return audit
        .filter((entry) => matchesAudit(entry, filter))
        .slice(-limit)
        .reverse()
        .map((entry) => ({ ...entry, hash: null }));
    },

    auditWaiting: async () => 0,
    problem: () => null,
    async close() {},
  };
}

/** Adds rows up; null where no row knows. */
function sum(rows: (number | null)[][]): (number | null)[] {
  return (rows[0] ?? []).map((_, i) =>
    rows.reduce<number | null>((total, row) => (row[i] == null ? total : (total ?? 0) + row[i]), null),
  );
}
