import type { Redis } from 'ioredis';
import type { NodeHealth, UnreadPart } from '../../contract/node-health';
import { type Answer, ask } from '../keys/answer';
import type { Budget } from '../keys/budget';
import { infoOf, type NodeFacts } from '../keys/node-facts';
import { createClockWatch } from './clock-watch';
import { createReplicaWatch } from './replica-watch';

const READ_EVERY_MS = 10_000;
/** INFO memory and persistence, at most six settings, TIME three times. */
const COMMANDS = 11;

type HealthPoll = {
  /** Reads anew when the last reading is ten seconds old. Rejects when the connection fails. */
  poll(): Promise<void>;
  /** The last reading; null = not read yet. */
  health(): NodeHealth | null;
  /** The last time the server's clock was set; kept for ten minutes. */
  jump(): { atMs: number; byMs: number } | null;
  /** The server may be another one now: the next poll reads it anew. */
  again(): void;
};

type HealthOptions = {
  redis: Redis;
  budget: Budget;
  now: () => number;
  /** Monotonic clock, ms; only differences matter. Default: this process's. */
  monotonic?: () => number;
  /** The server and replication sections of INFO, which the reconciler already reads. */
  facts(): NodeFacts | null;
};

/** Reads how safe a server is for locks. Parts that may not be read go into `unread`; the rest is read all the same. */
export function createHealthPoll(options: HealthOptions): HealthPoll {
  const { redis, budget, now } = options;
  const clocks = createClockWatch({ ...options, monotonic: options.monotonic ?? (() => performance.now()) });
  const replicas = createReplicaWatch();
  let health: NodeHealth | null = null;
  let readAtMs: number | null = null;
  let runId: string | null = null;

  async function setting(name: string): Promise<Answer> {
    const answer = await ask(redis.config('GET', name));
    // A server that does not know the setting answers with an empty list.
    return Array.isArray(answer.value) ? { value: answer.value[1] ?? null } : answer;
  }

  async function read(facts: NodeFacts): Promise<NodeHealth> {
    const [memory, persistence] = await Promise.all([
      ask(redis.info('memory')),
      ask(redis.info('persistence')),
    ]);
    const told = infoOf(memory.value, persistence.value);
    const toldOr = async (field: string, name: string): Promise<Answer> => {
      const value = told.get(field);
      return value === undefined ? setting(name) : { value };
    };
    const [max, policy, aof, save, fsync, minReplicas] = await Promise.all([
      toldOr('maxmemory', 'maxmemory'),
      toldOr('maxmemory_policy', 'maxmemory-policy'),
      toldOr('aof_enabled', 'appendonly'),
      setting('save'),
      setting('appendfsync'),
      setting('min-replicas-to-write'),
    ]);
    const atMs = now();
    const clock = await clocks.read();
    const made: NodeHealth = {
      atMs,
      memory: { usedBytes: usedOf(told), maxBytes: numberOf(max.value), policy: textOf(policy.value) },
      persistence: {
        appendOnly: textOf(aof.value) === null ? null : /^(1|yes)$/.test(String(aof.value)),
        fsync: textOf(fsync.value),
        snapshots: textOf(save.value) === null ? null : save.value !== '',
      },
      replication: {
        ...replicas.seen(facts),
        minReplicas: facts.role === 'primary' ? (numberOf(minReplicas.value) ?? atLeast(facts)) : null,
      },
      clock: clock.clock,
      unread: [],
    };
    made.unread = unreadOf(made, {
      memory: max.refused ?? policy.refused ?? memory.refused,
      persistence: save.refused ?? fsync.refused ?? aof.refused,
      replication: facts.refused,
      clock: clock.refused,
    });
    return made;
  }

  return {
    async poll() {
      const facts = options.facts();
      const at = now();
      if (!facts || (readAtMs !== null && at >= readAtMs && at - readAtMs < READ_EVERY_MS)) return;
      readAtMs = at;
      if (facts.runId !== runId) {
        runId = facts.runId;
        clocks.forget();
        replicas.forget();
      }
      await budget.take(COMMANDS);
      health = await read(facts);
    },
    health: () => health,
    jump: clocks.jump,
    again() {
      readAtMs = null;
    },
  };
}

/** Used memory that counts against the limit: replication and append-only file buffers do not. */
function usedOf(told: ReadonlyMap<string, string>): number | null {
  const used = numberOf(told.get('used_memory'));
  return used === null ? null : used - (numberOf(told.get('mem_not_counted_for_evict')) ?? 0);
}

/** INFO reports whether any good replica is required, not how many; null = INFO was refused. */
function atLeast({ info, refused }: NodeFacts): number | null {
  if (refused !== null) return null;
  return info.has('min_slaves_good_slaves') ? 1 : 0;
}

function unreadOf(
  { memory, persistence, replication, clock }: NodeHealth,
  why: Record<UnreadPart, string | null | undefined>,
): NodeHealth['unread'] {
  const { appendOnly, snapshots, fsync } = persistence;
  const missing: Record<UnreadPart, boolean> = {
    memory: memory.policy === null || memory.maxBytes === null,
    persistence: appendOnly === null || snapshots === null || fsync === null,
    replication: replication.role === null,
    clock: clock === null,
  };
  return (Object.keys(missing) as UnreadPart[]).flatMap((part) =>
    missing[part] ? [{ part, why: why[part] ?? 'the server does not say' }] : [],
  );
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value !== '' ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : null;
}
