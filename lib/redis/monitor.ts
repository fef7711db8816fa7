import type { Redis } from 'ioredis';
import { type ByteString, displayOf } from '../domain/keys/bytes';
import { type Endpoint, openConnection } from './connection';
import { lineReader } from './monitor-lines';

/** Time limit for opening a connection, ms. */
const OPEN_MS = 4_000;

type MonitorOptions = {
  /** Called with each line of MONITOR as it arrives. */
  onLine(line: ByteString): void;
  /** Number of bytes received so far. */
  onBytes(bytes: number): void;
  /** The server closed the connection. */
  onLost(): void;
  signal: AbortSignal;
};

/**
 * Opens a dedicated connection, ready within four seconds. Rejects with Redis' own error, `Command timed out` or the reason
 * of `signal`, after closing it. Otherwise the caller owns it: `disconnect()`.
 */
export async function connected(endpoint: Endpoint, signal: AbortSignal): Promise<Redis> {
  const redis = openConnection({ endpoint, purpose: 'xray' });
  let problem: Error | null = null;
  redis.on('error', (error: Error) => {
    problem ??= error;
  });
  try {
    await before(signal, OPEN_MS, async () => {
      await redis.connect();
      await redis.ping(); // its reply also proves that all earlier replies have arrived
    });
    return redis;
  } catch (error) {
    redis.disconnect();
    throw signal.aborted ? signal.reason : (problem ?? error);
  }
}

/**
 * Runs MONITOR on a dedicated connection from when this resolves until `close`, which may be called twice. Reads the lines
 * from the wire, because the client library splits them wrongly where an argument contains quotes. Rejects like
 * `connected`, and with Redis' refusal.
 */
export async function openMonitor(endpoint: Endpoint, options: MonitorOptions): Promise<{ close(): void }> {
  const { onLine, onBytes, onLost, signal } = options;
  const redis = await connected(endpoint, signal);
  const { stream } = redis;
  let bytes = 0;
  let closed = false;
  let began: ((refusal: Error | null) => void) | null = null;

  function close(): void {
    closed = true;
    redis.disconnect(); // and do not reconnect
    stream.destroy(); // drops bytes still in flight
  }

  const take = lineReader((line) => {
    if (closed) return;
    if (began) began(line === '+OK' ? null : refusalOf(line));
    else onLine(line);
  });
  try {
    await before(signal, OPEN_MS, async () => {
      const refusal = await new Promise<Error | null>((resolve, reject) => {
        began = (answer) => {
          began = null;
          resolve(answer);
        };
        stream.once('close', () => {
          reject(new Error('Connection is closed.'));
          if (!closed) onLost();
        });
        stream.removeAllListeners('data');
        stream.on('data', (chunk: Buffer) => {
          if (closed) return;
          bytes += chunk.length;
          onBytes(bytes);
          take(chunk);
        });
        stream.write('MONITOR\r\n');
      });
      if (refusal) throw refusal;
    });
  } catch (error) {
    close();
    throw error;
  }
  return { close };
}

function refusalOf(line: ByteString): Error {
  return Object.assign(new Error(displayOf(line.replace(/^-/, '')).text), { name: 'ReplyError' });
}

/** The result of `work`, unless the time limit or `signal` ends it first. */
async function before<T>(signal: AbortSignal, ms: number, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  let end: (() => void) | undefined;
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Command timed out')), ms);
    end = () => reject(signal.reason);
    signal.addEventListener('abort', end);
  });
  try {
    return await Promise.race([work(), limit]);
  } finally {
    clearTimeout(timer);
    if (end) signal.removeEventListener('abort', end);
  }
}
