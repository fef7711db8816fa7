import type { Redis } from 'ioredis';
import type { ReplicaStatus, ReplicaStream, ServerName } from '../../contract/replica';
import type { Target } from '../../domain/nodes/target';
import { atAddress, openConnection } from '../../redis/connection';
import { connectionFailure } from '../../redis/reach/connection-problem';
import { ask } from '../keys/answer';
import { type Budget, createBudget } from '../keys/budget';
import { infoOf, serverOf } from '../keys/node-facts';
import { transferred } from '../node/traffic';

/** A replica without an answer for this long counts as not reached. */
const SILENT_MS = 2_400;
/** A connection without an answer for this long is given up and opened anew. */
const HOPELESS_MS = 10_000;
const ANSWER_MS = 1_000;
/** A replica that we may not reach is not retried every second. */
const RETRY_MS = 15_000;

/** A replica's report of its stream; `streamId` = the stream that its offset belongs to. */
type StreamReport = { link: ReplicaStream['link']; offset: number; streamId: string; atMs: number };

/** Our one connection to a replica; it only reads. */
export type ReplicaLink = {
  readonly address: string;
  readonly commands: Redis;
  readonly budget: Budget;
  start(): void;
  stop(): void;
  /** Reads INFO, unless a read is in progress. Never rejects. */
  poll(): Promise<void>;
  answers(): boolean;
  says(): Pick<
    ReplicaStatus,
    'state' | 'problem' | 'lastAnswerAtMs' | 'pingMs' | 'redisVersion' | 'server' | 'cost'
  >;
  /** null = it did not report one, or we may not ask. */
  stream(): StreamReport | null;
  /** Redis' error when INFO was refused. */
  refused(): string | null;
};

/** Opens nothing before `start`; reconnects until stopped and never throws. */
export function createReplicaLink(target: Target, address: string, now: () => number): ReplicaLink {
  const endpoint = atAddress(target, address);
  const commands = openConnection({
    endpoint,
    purpose: 'replica',
    commandTimeoutMs: ANSWER_MS,
    maxRetryDelayMs: RETRY_MS,
  });
  const budget = createBudget(target.commandsPerSecond, now);
  let problem: string | null = null;
  let lastAnswerAtMs: number | null = null;
  let startedAtMs = 0;
  let openedAtMs = 0;
  let pingMs: number | null = null;
  let version: string | null = null;
  let name: ServerName | null = null;
  let stream: StreamReport | null = null;
  let refused: string | null = null;
  let asking = false;

  function answers(): boolean {
    return commands.status === 'ready' && lastAnswerAtMs !== null && now() - lastAnswerAtMs <= SILENT_MS;
  }

  async function askItself(): Promise<void> {
    await budget.take(2, true);
    const startedAt = performance.now();
    const [replication, server] = await Promise.all([
      ask(commands.info('replication')),
      ask(commands.info('server')),
    ]);
    lastAnswerAtMs = now();
    pingMs = Math.round((performance.now() - startedAt) * 100) / 100;
    budget.measured(pingMs);
    budget.sampleBytes(transferred(commands));
    refused = replication.refused ?? null;
    problem = null;
    const info = infoOf(server.value);
    version = info.get('redis_version') ?? null;
    name = serverOf(info);
    stream = streamOf(infoOf(replication.value), lastAnswerAtMs);
  }

  function problemNow(): string | null {
    if (answers()) return null;
    const quietMs = now() - (lastAnswerAtMs ?? startedAtMs);
    if (problem !== null || quietMs <= SILENT_MS) return problem;
    return `no answer for ${Math.round(quietMs / 1000)} s`;
  }

  return {
    address,
    commands,
    budget,
    start() {
      startedAtMs = now();
      commands.on('error', (error: Error) => {
        // A late command is a weaker message than how long there was no answer.
        if (!answers()) problem = isLate(error) ? null : connectionFailure(error, endpoint).message;
      });
      commands.on('ready', () => {
        openedAtMs = now();
        // Without READONLY a replica of a cluster redirects every read to its primary.
        if (target.topology.kind === 'cluster') commands.readonly().catch(() => {}); // then MOVED replies show it
      });
      commands.on('close', () => {
        stream = null;
      });
      commands.connect().catch(() => {}); // 'error' reports it, and it retries
    },
    stop() {
      budget.close();
      commands.removeAllListeners();
      commands.on('error', () => {}); // a late error of an abandoned connection
      commands.disconnect();
    },
    async poll() {
      if (asking || commands.status !== 'ready') return;
      if (now() - Math.max(lastAnswerAtMs ?? 0, openedAtMs) > HOPELESS_MS) return commands.disconnect(true);
      asking = true;
      try {
        await askItself();
      } catch {
        stream = null; // late or disconnected: the missing answer shows it
      } finally {
        asking = false;
      }
    },
    answers,
    says() {
      const why = problemNow();
      const waiting = why === null && lastAnswerAtMs === null;
      const state = answers() ? 'answers' : waiting ? 'connecting' : 'unreached';
      return {
        state,
        problem: why,
        lastAnswerAtMs,
        pingMs,
        redisVersion: version,
        server: name,
        cost: budget.cost(),
      };
    },
    stream: () => (answers() ? stream : null),
    refused: () => (answers() ? refused : null),
  };
}

function isLate({ message }: Error): boolean {
  return message === 'Command timed out';
}

function streamOf(info: ReadonlyMap<string, string>, atMs: number): StreamReport | null {
  const [role, streamId] = [info.get('role'), info.get('master_replid')];
  if (role === undefined || streamId === undefined) return null;
  const isPrimary = role === 'master';
  const offset = Number(info.get(isPrimary ? 'master_repl_offset' : 'slave_repl_offset') ?? 0);
  return { link: isPrimary ? 'none' : linkOf(info), offset, streamId, atMs };
}

function linkOf(info: ReadonlyMap<string, string>): ReplicaStream['link'] {
  if (info.get('master_link_status') === 'up') return 'up';
  return info.get('master_sync_in_progress') === '1' ? 'syncing' : 'down';
}
