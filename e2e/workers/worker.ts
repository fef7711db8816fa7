import { parseArgs } from 'node:util';
import { Redis } from 'ioredis';
import type { Lease, LockClient } from '../../lib/locks';
import { aborted } from '../support/aborted';

export type WorkerOptions = {
  /** Undefined = the watchdog renews it. */
  leaseMs: number | undefined;
  holdCount: number;
  key: string;
};

/** What the other side reads: one JSON object a line on standard output. */
export type WorkerEvent =
  | { event: 'waiting'; key: string; atMs: number }
  | { event: 'held'; key: string; token: string; atMs: number }
  | { event: 'lost'; key: string; why: unknown; atMs: number }
  | { event: 'released'; key: string; atMs: number };

export function say(event: WorkerEvent): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

/**
 * Runs a worker program: `--url U --key K [--lease-ms N] [--hold-count N]`. `acquire` gives the leases to hold; they are
 * held until SIGTERM or SIGINT, then released. Ends with code 1 when the lock is lost or cannot be had.
 */
export async function runWorker<L extends Lease, Seen>(
  create: (redis: Redis) => LockClient<L, Seen>,
  acquire: (client: LockClient<L, Seen>, options: WorkerOptions, signal: AbortSignal) => Promise<L[]>,
): Promise<void> {
  const { url, ...options } = readArguments();
  const redis = new Redis(url);
  redis.on('error', () => {}); // ioredis connects again; a lease that ends meanwhile says so
  const client = create(redis);
  const stop = new AbortController();
  const onSignal = () => stop.abort(new Error('asked to stop'));
  process.once('SIGTERM', onSignal).once('SIGINT', onSignal);
  const key = options.key;
  try {
    const leases = await acquire(client, options, stop.signal);
    const [lease] = leases;
    if (!lease) throw new Error('another has the lock');
    say({ event: 'held', key, token: lease.token, atMs: Date.now() });
    await firstOf(stop.signal, lease.signal);
    if (lease.signal.aborted) {
      say({ event: 'lost', key, why: lease.signal.reason?.details?.why ?? null, atMs: Date.now() });
      process.exitCode = 1;
    } else {
      for (const each of leases.reverse()) await each.release();
      say({ event: 'released', key, atMs: Date.now() });
    }
  } catch (error) {
    if (!stop.signal.aborted) {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    }
  } finally {
    await client.close();
    redis.disconnect();
  }
}

/** Waits while something else (the connection, the watchdog) keeps the process alive. */
function firstOf(...signals: AbortSignal[]): Promise<void> {
  return Promise.race(signals.map(aborted));
}

function readArguments(): WorkerOptions & { url: string } {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      key: { type: 'string' },
      'lease-ms': { type: 'string' },
      'hold-count': { type: 'string', default: '1' },
    },
  });
  const leaseMs = values['lease-ms'] === undefined ? undefined : Number(values['lease-ms']);
  const holdCount = Number(values['hold-count']);
  if (!values.url || !values.key || Number.isNaN(leaseMs ?? 0) || !(holdCount >= 1)) {
    process.stderr.write('usage: --url URL --key KEY [--lease-ms N] [--hold-count N]\n');
    process.exit(2);
  }
  return { url: values.url, key: values.key, leaseMs, holdCount };
}
