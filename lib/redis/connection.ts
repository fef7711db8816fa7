import { Redis, type RedisOptions } from 'ioredis';

export type ConnectionPurpose = 'commands' | 'tracking' | 'subscriber' | 'actions';

export type ConnectionOptions = {
  /** redis:// or rediss:// URL; may hold a user and a password, which never reach a log. */
  url: string;
  purpose: ConnectionPurpose;
  /** Milliseconds after which a command that got no answer fails. */
  commandTimeoutMs?: number;
  /** Milliseconds between two tries to connect, at most. */
  maxRetryDelayMs?: number;
};

/**
 * Opens one connection of ours. It fails fast while the server is away (no offline queue), gives every command a time
 * limit, keeps trying to reconnect, and carries a client name (`lockscope:<purpose>`) so that it can be told from the
 * watched clients. The caller owns it: attach an `error` listener and call `disconnect()`.
 * The subscriber speaks RESP2, because ioredis does not surface RESP3 invalidation pushes.
 */
export function openConnection(options: ConnectionOptions): Redis {
  const { url, purpose, commandTimeoutMs = 2_000, maxRetryDelayMs = 1_000 } = options;
  const settings: RedisOptions = {
    connectionName: `lockscope:${purpose}`,
    lazyConnect: true,
    enableOfflineQueue: false,
    connectTimeout: 2_000,
    commandTimeout: commandTimeoutMs,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 10), maxRetryDelayMs),
    ...(purpose === 'subscriber' ? { protocol: 2, autoResubscribe: false } : {}),
  };
  return new Redis(url, settings);
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
