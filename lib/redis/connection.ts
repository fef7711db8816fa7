import { Cluster, Redis, type RedisOptions } from 'ioredis';
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

/** One server, wherever it is at the moment. */
export type Endpoint = Pick<Target, 'url' | 'tls'> & {
  /** Sentinels that say where it is; absent = where the URL says. */
  sentinel?: { urls: readonly string[]; primary: string };
};

export type ConnectionOptions = {
  endpoint: Endpoint;
  purpose: ConnectionPurpose;
  /** Milliseconds after which a command that got no answer fails. */
  commandTimeoutMs?: number;
  /** Milliseconds between two tries to connect, at most. */
  maxRetryDelayMs?: number;
};

/** It fails fast while the server is away, and gives every command a time limit. */
const SETTINGS = {
  enableOfflineQueue: false,
  connectTimeout: 2_000,
  commandTimeout: 2_000,
  maxRetriesPerRequest: 0,
} satisfies RedisOptions;

/**
 * Opens one connection of ours. It fails fast while the server is away (no offline queue), gives every command a time
 * limit, keeps trying to reconnect, and carries a client name (`lockscope:<purpose>`) so that it can be told from the
 * watched clients. The caller owns it: attach an `error` listener and call `disconnect()`.
 * The subscriber speaks RESP2, because ioredis does not surface RESP3 invalidation pushes.
 */
export function openConnection(options: ConnectionOptions): Redis {
  const { endpoint, purpose, commandTimeoutMs = SETTINGS.commandTimeout, maxRetryDelayMs = 1_000 } = options;
  const { sentinel, tls } = endpoint;
  return new Redis({
    ...serverOptions(endpoint, purpose),
    lazyConnect: true,
    commandTimeout: commandTimeoutMs,
    retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 10), maxRetryDelayMs),
    ...(purpose === 'subscriber' ? { protocol: 2, autoResubscribe: false } : {}),
    // One that loads its data, or may not say how it is, is asked all the same.
    ...(purpose === 'replica' ? { enableReadyCheck: false } : {}),
    ...(sentinel && sentinelOptions(sentinel, tls)),
  });
}

/**
 * Opens what people's acts go through, as `openConnection`. In a cluster it finds the node of each key by itself, and takes
 * the commands of one slot at a time.
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
      clusterRetryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 10), 1_000),
      redisOptions: serverOptions(target, 'actions'),
    },
  );
}

/** Every server that commands of a connection may go to. */
export function serversOf(redis: AnyRedis): Redis[] {
  return redis instanceof Cluster ? redis.nodes('all') : [redis];
}

/** Where a target's server is: of one behind sentinels, wherever the primary is now. */
export function endpointOf({ url, tls, topology }: Target): Endpoint {
  if (topology.kind !== 'sentinel') return { url, tls };
  return { url, tls, sentinel: { urls: topology.sentinels, primary: topology.primary } };
}

/** The sentinels that say where a server is, each to be asked by itself; none where there are none. */
export function sentinelEndpoints({ sentinel, tls }: Endpoint): Endpoint[] {
  const urls = (sentinel?.urls ?? []).map((text) => new URL(text));
  const { username = '', password = '' } = urls.find((url) => url.password) ?? {};
  return urls.map((url) => {
    Object.assign(url, { username, password, pathname: '', port: url.port || '26379' });
    return { url: url.toString(), tls };
  });
}

/** Host and port of a server, as its name on a screen; until sentinels have told it, what they call it. */
export function addressOf({ url, sentinel }: Endpoint): string {
  if (sentinel) return sentinel.primary;
  const { hostname, port } = new URL(url);
  return `${hostname || '127.0.0.1'}:${port || '6379'}`;
}

/** Another server of the target, which is logged on to in the same way. */
export function atAddress({ url, tls }: Target, address: string): Endpoint {
  const there = new URL(url);
  there.host = address;
  return { url: there.toString(), tls };
}

/**
 * Where a server is and how it is logged on to, of every connection, so that none can differ in what it encrypts.
 * TLS follows from the scheme, or from any TLS material: a password never goes out in clear beside it.
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

/** All sentinels share the user and password of the first that has any. */
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
    sentinelRetryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 10), 1_000),
    // It would cut the connection once for each sentinel, and end it for ever where that comes while it is being opened.
    failoverDetector: false,
    ...(username && { sentinelUsername: decodeURIComponent(username) }),
    ...(password && { sentinelPassword: decodeURIComponent(password) }),
    ...(isTls && { sentinelTLS: tls ?? {} }),
  };
}

/** A Redis URL as it may be shown: user and password replaced. A text that is no URL shows nothing of itself. */
export function redactUrl(url: string): string {
  try {
    const parsed = new URL(url);
    if (parsed.username) parsed.username = '***';
    if (parsed.password) parsed.password = '***';
    return parsed.toString().replaceAll('%2A', '*');
  } catch {
    return '(not a URL)';
  }
}
