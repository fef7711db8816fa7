import type { Redis } from 'ioredis';
import type { ByteString } from '../../domain/keys/bytes';
import type { ProcessRecord } from '../../domain/keys/process-record';
import { runScript, runScriptText, type Script, type ScriptReply, toWire } from '../../redis/run-script';
import { invalid, isCluster, isSupported, type LockRedis } from './arguments';
import { watchConnections } from './connections';
import { createHeartbeats } from './lease/heartbeats';
import { deaf } from './wait/listening';
import { createLocalWaitQueues, type LocalWaitQueues } from './wait/local-wait-queues';
import { createReleaseChannels, type Subscription } from './wait/release-channels';
import { lockSubscribersOf } from './wait/subscribers';

/** `auto`: sharded on a cluster whose servers have it (Redis 7), classic elsewhere, as Redisson chooses. */
export type PubsubMode = 'auto' | 'classic' | 'sharded';
type PublishCommand = 'PUBLISH' | 'SPUBLISH';

/** The part that all lock clients of this process share over one of the caller's Redis clients. */
export type LockLink = {
  /** Runs a script. It is written to the socket before this returns, if the connection is up. */
  run(
    script: Script,
    keys: readonly ByteString[],
    args: readonly (ByteString | number)[],
  ): Promise<ScriptReply>;
  /** As `run`, in one command even where the server does not know the script: a renewal must not need a second one. */
  renew(
    script: Script,
    keys: readonly ByteString[],
    args: readonly (ByteString | number)[],
  ): Promise<ScriptReply>;
  /** `SET key token PX lease NX`. */
  setIfAbsent(key: ByteString, token: string, leaseMs: number): Promise<'OK' | null>;
  readonly lines: LocalWaitQueues;
  /** Subscribes to a release channel in the mode that the fleet publishes in; known from the first script on. */
  subscribe(channel: ByteString): Subscription;
  /** Subscribes to the keyspace events of a key; receives none where the server does not send them. */
  subscribeKeyspace(key: ByteString): Subscription;
  /**
   * What `call` returns for the publish command of this fleet. Called at once where that is known, as it is but for the
   * first time in a cluster: a command must be sent when the call that sends it returns.
   */
  publishingBy<T>(call: (command: PublishCommand) => Promise<T>): Promise<T>;
  /** Number of connections lost so far. */
  disconnects(): number;
  /** Last error of a connection that is down; undefined while all are up, or where no error is known. */
  problem(): unknown;
  /** Whether the caller's client is closed permanently. */
  ended(): boolean;
  /** `lines` = the wait queues to report; default: those of the link. */
  startHeartbeat(record: ProcessRecord, lines?: LocalWaitQueues): () => Promise<void>;
  /** Lower bound of the server's uptime, ms; in a cluster, of the node that was started last. */
  uptimeMs(): Promise<number>;
  get(key: ByteString): Promise<string | null>;
};

type Shared = { link: LockLink; users: number; close(): Promise<void> };
const links = new WeakMap<LockRedis, Map<unknown, Shared>>();

/**
 * The link over `redis`: one per pair of client and subscriber in a process, however many lock clients use it. Its last
 * user closes it. Throws `invalid-argument` for anything but an ioredis client, and for a `keyPrefix`.
 */
export function openLink(
  redis: LockRedis,
  subscriber?: Redis,
  pubsub: PubsubMode = 'auto',
): { link: LockLink; close(): Promise<void> } {
  isSupported('redis', redis);
  if (subscriber === redis)
    throw invalid('subscriber', 'must not be the connection for commands: it can do nothing else then');
  if (redis.options.keyPrefix)
    throw invalid('redis', 'must have no keyPrefix: it would not reach channel names');
  const bySubscriber = links.get(redis) ?? new Map<unknown, Shared>();
  links.set(redis, bySubscriber);
  const name = subscriber ?? pubsub;
  const shared = bySubscriber.get(name) ?? createShared(redis, subscriber, pubsub);
  bySubscriber.set(name, shared);
  shared.users++;
  return {
    link: shared.link,
    async close() {
      shared.users--;
      if (shared.users > 0) return;
      if (bySubscriber.get(name) === shared) bySubscriber.delete(name);
      await shared.close();
    },
  };
}

function createShared(redis: LockRedis, subscriber: Redis | undefined, pubsub: PubsubMode): Shared {
  const channels = createReleaseChannels(lockSubscribersOf(redis, subscriber));
  const heartbeats = createHeartbeats(redis);
  const { disconnects, problem, stop } = watchConnections(redis);
  // The caller has closed its client: our subscriber alone would keep the process alive.
  const onEnd = () => {
    if (!subscriber) void channels.end();
  };
  redis.on('end', onEnd);
  let command: PublishCommand | null = null;
  if (pubsub !== 'auto' || !isCluster(redis)) command = pubsub === 'sharded' ? 'SPUBLISH' : 'PUBLISH';

  async function detect(): Promise<PublishCommand> {
    command = (await hasShardedPubsub(redis)) ? 'SPUBLISH' : 'PUBLISH';
    return command;
  }

  const ownLines = createLocalWaitQueues();
  const link: LockLink = {
    lines: ownLines,
    run(script, keys, args) {
      return command === null
        ? detect().then(() => runScript(redis, script, keys, args))
        : runScript(redis, script, keys, args);
    },
    renew: (script, keys, args) => runScriptText(redis, script, keys, args),
    setIfAbsent: (key, token, leaseMs) => redis.set(toWire(key) as string, token, 'PX', leaseMs, 'NX'),
    subscribe: (channel) => channels.subscribe(channel, command === 'SPUBLISH' ? 'sharded' : 'classic'),
    subscribeKeyspace: (key) => {
      if (subscriber && command === 'SPUBLISH') return deaf; // one connection cannot receive both kinds
      return channels.subscribe(`__keyspace@${databaseOf(redis)}__:${key}`, 'classic', key);
    },
    publishingBy: (call) => (command === null ? detect().then(call) : call(command)),
    disconnects,
    problem,
    ended: () => redis.status === 'end',
    startHeartbeat: (record, lines = ownLines) => heartbeats.start(record, lines),
    uptimeMs: () => uptimeMsOf(redis),
    get: (key) => redis.get(toWire(key) as string),
  };
  return {
    link,
    users: 0,
    async close() {
      stop();
      redis.off('end', onEnd);
      await channels.close();
    },
  };
}

async function uptimeMsOf(redis: LockRedis): Promise<number> {
  const servers = isCluster(redis) ? redis.nodes('master') : [redis];
  const infos = await Promise.all(servers.map((server) => server.info('server')));
  const seconds = infos.map((info) => Number(/uptime_in_seconds:(\d+)/.exec(info)?.[1] ?? 0));
  return Math.max(Math.min(...seconds) - 1, 0) * 1_000; // both of its clocks have whole seconds
}

function databaseOf(redis: LockRedis): number {
  return isCluster(redis) ? 0 : (redis.options.db ?? 0);
}

/** A server without sharded Pub/Sub refuses the subcommand; any other failure is the caller's. */
async function hasShardedPubsub(redis: LockRedis): Promise<boolean> {
  try {
    await redis.pubsub('SHARDNUMSUB');
    return true;
  } catch (error) {
    if (error instanceof Error && /^(ERR|NOPERM)/.test(error.message)) return false;
    throw error;
  }
}
