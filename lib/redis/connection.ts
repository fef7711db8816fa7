import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { ReachCode } from '../contract/node-codes';
import type { Target, TlsMaterial } from '../domain/nodes/target';

/** A connection to one server, or to a cluster. */
export type AnyRedis = Redis | Cluster;

export type ConnectionPurpose =
  | 'commands'
  | 'tracking'
  | 'subscriber'
  | 'actions'
  | 'xray'
  | 'replica'
  | 'consoles';

/** One server, whose address may change. */
export type Endpoint = Pick<Target, 'url' | 'tls'> & {
  /** Sentinels that report its address; absent = the URL has it. */
  sentinel?: { urls: readonly string[]; primary: string };
};

type ConnectionOptions = {
  endpoint: Endpoint;
  purpose: ConnectionPurpose;
  /** Time limit of a command, ms. */
  commandTimeoutMs?: number;
  /** Longest pause between two attempts to connect, ms. */
  maxRetryDelayMs?: number;
};

/** Fails fast while the server is down, and gives every command a time limit. */
const SETTINGS = {
  enableOfflineQueue: false,
  connectTimeout: 2_000,
  commandTimeout: 2_000,
  maxRetriesPerRequest: 0,
} satisfies RedisOptions;

/** Longest pause before the next attempt to connect, ms. */
const RETRY_MS = 1_000;

/** How long after a failure a server is tried again at the latest, ms: an attempt that has no answer takes time itself. */
export function retryMsAfter(code: ReachCode): number {
  return code === 'timed-out' ? RETRY_MS + SETTINGS.connectTimeout : RETRY_MS;
}

/**
 * Opens one of the console's connections. It fails fast while the server is down (no offline queue), gives every command a
 * time limit, keeps reconnecting, and carries a client name (`lockscope:<purpose>`) that separates it from the watched
 * clients. The caller owns it: attach an `error` listener and call `disconnect()`. The subscriber speaks RESP2, because
 * ioredis does not surface RESP3 invalidation pushes.
 */
export function openConnection(options: ConnectionOptions): Redis {
  const {
    endpoint,
    purpose,
    commandTimeoutMs = SETTINGS.commandTimeout,
    maxRetryDelayMs = RETRY_MS,
  } = options;
  const { sentinel, tls } = endpoint;
  return new Redis({
    ...serverOptions(endpoint, purpose),
    lazyConnect: true,
    commandTimeout: commandTimeoutMs,
    retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 10), maxRetryDelayMs),
    ...(purpose === 'subscriber' ? { protocol: 2, autoResubscribe: false } : {}),
    // A replica that is loading, or may not report its state, is queried anyway.
    ...(purpose === 'replica' ? { enableReadyCheck: false } : {}),
    ...(sentinel && sentinelOptions(sentinel, tls)),
  });
}

/**
 * Opens the connection for users' actions, like `openConnection`. In a cluster it finds the node of each key itself, and
 * takes the commands of one slot at a time.
 */
export function openActions(target: Target): AnyRedis {
  const { topology } = target;
  if (topology.kind !== 'cluster')
    return openConnection({ endpoint: endpointOf(target), purpose: 'actions' });
  return new Cluster(
    topology.seeds.map((seed) => placeOf(new URL(seed))),
    {
      lazyConnect: true,
      enableOfflineQueue: false,
      slotsRefreshTimeout: 2_000,
      clusterRetryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 10), RETRY_MS),
      redisOptions: serverOptions(target, 'actions'),
    },
  );
}

/** Whether one command may have keys of different slots. */
export function takesKeysTogether(redis: AnyRedis): boolean {
  return !(redis instanceof Cluster);
}

/** Every server that commands on a connection may go to. */
export function serversOf(redis: AnyRedis): Redis[] {
  return redis instanceof Cluster ? redis.nodes('all') : [redis];
}

/** The address of a target's server; with sentinels, of the present primary. */
export function endpointOf({ url, tls, topology }: Target): Endpoint {
  if (topology.kind !== 'sentinel') return { url, tls };
  return { url, tls, sentinel: { urls: topology.sentinels, primary: topology.primary } };
}

/** The sentinels that report a server's address, each to be queried separately; [] without sentinels. */
export function sentinelEndpoints({ sentinel, tls }: Endpoint): Endpoint[] {
  const urls = (sentinel?.urls ?? []).map((text) => new URL(text));
  const { username = '', password = '' } = urls.find((url) => url.password) ?? {};
  return urls.map((url) => {
    Object.assign(url, { username, password, pathname: '', port: url.port || '26379' });
    return { url: url.toString(), tls };
  });
}

/** Host and port of a server for display; until the sentinels have reported them, the name they use. */
export function addressOf({ url, sentinel }: Endpoint): string {
  if (sentinel) return sentinel.primary;
  const { hostname, port } = new URL(url);
  return `${hostname || '127.0.0.1'}:${port || '6379'}`;
}

/** Another server of the target, with the same credentials. */
export function atAddress({ url, tls }: Target, address: string): Endpoint {
  const there = new URL(url);
  there.host = address;
  return { url: there.toString(), tls };
}

/**
 * Address and credentials of a server for every connection, so that no two differ in encryption. TLS follows from the
 * scheme or from any TLS material: a password is never sent in clear text when TLS material is set.
 */
function serverOptions({ url: text, tls }: Pick<Endpoint, 'url' | 'tls'>, purpose: ConnectionPurpose) {
  const url = new URL(text);
  return {
    ...SETTINGS,
    ...placeOf(url),
    connectionName: `lockscope:${purpose}`,
    db: Number(url.pathname.slice(1) || 0),
    ...(url.username && { username: decodeURIComponent(url.username) }),
    ...(url.password && { password: decodeURIComponent(url.password) }),
    ...(isEncrypted(url, tls) && { tls: tls ?? {}, enableTLSForSentinelMode: true }),
  } satisfies RedisOptions;
}

function placeOf({ hostname, port }: URL): { host: string; port: number } {
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 6379) };
}

function isEncrypted({ protocol }: URL, tls: TlsMaterial | null): boolean {
  return protocol === 'rediss:' || tls !== null;
}

/** All sentinels share the user and password of the first one that has any. */
function sentinelOptions(
  { urls, primary }: NonNullable<Endpoint['sentinel']>,
  tls: TlsMaterial | null,
): RedisOptions {
  const parsed = urls.map((text) => new URL(text));
  const { username = '', password = '' } = parsed.find((url) => url.password) ?? {};
  const isTls = parsed.some((url) => isEncrypted(url, tls));
  return {
    name: primary,
    sentinels: parsed.map(({ hostname, port }) => ({ host: hostname, port: Number(port || 26_379) })),
    sentinelCommandTimeout: 2_000,
    sentinelRetryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 10), RETRY_MS),
    // It would cut the connection once for each sentinel, and end it for good if that happens while it is being opened.
    failoverDetector: false,
    ...(username && { sentinelUsername: decodeURIComponent(username) }),
    ...(password && { sentinelPassword: decodeURIComponent(password) }),
    ...(isTls && { sentinelTLS: tls ?? {} }),
  };
}
