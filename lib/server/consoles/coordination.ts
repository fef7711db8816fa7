import { randomBytes, timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { fenceOf } from '../../domain/keys/redisson-names';
import { createFenced, type FencedLease } from '../../locks';
import { openConnection } from '../../redis/connection';
import type { ConsoleOwner } from './wire';

/** How the consoles that share the work find each other. */
export type ConsolesConfig = {
  /** Redis that keeps the leases. */
  coordinationUrl: string;
  /** Where the other consoles reach this one. */
  advertiseUrl: string;
  /** Within this time, ms, another console takes over from one that was killed. */
  takeoverMs: number;
};

/** The lease was won with a number that is not newer than one that wrote already: the counter was lost. */
export class FenceTooLow extends Error {
  constructor(readonly newest: number) {
    super(`fencing tokens up to ${newest} were used before`);
  }
}

export type Coordination = {
  /** This console, among the others. */
  readonly watcher: string;
  /** The console that collects a target now; null = none does. Rejects when the coordinating Redis gives no answer. */
  ownerOf(target: string): Promise<ConsoleOwner | null>;
  /**
   * Runs `lead` whenever this console has the lease of a target, until stopped. `signal` aborts once it has it no more;
   * `lead` then has to end. A `FenceTooLow` that it throws is mended and the lease taken anew.
   */
  contend(target: string, lead: (fence: number, signal: AbortSignal) => Promise<void>): Promise<void>;
  /** Whether a request with this header may see what this console collects. */
  admits(authorization: string | null): boolean;
  close(): Promise<void>;
};

/** A lease lasts this part of the time for taking over: the rest is for noticing and connecting. */
const LEASE_SHARE = 0.6;
const OWNER_MS = 500;
const RETRY_MS = 500;

const owner = z.object({ watcher: z.string(), url: z.url(), secret: z.string(), fence: z.number() });

/** Joins the consoles of one coordinating Redis. `log` is told of what went wrong and is tried again. */
export function createCoordination(
  { coordinationUrl, advertiseUrl, takeoverMs }: ConsolesConfig,
  log: (message: string, details: Record<string, unknown>) => void,
): Coordination {
  const secret = randomBytes(24).toString('hex');
  const watcher = randomBytes(6).toString('hex');
  const leaseMs = Math.max(500, Math.floor(takeoverMs * LEASE_SHARE));
  const redis = openConnection({ endpoint: { url: coordinationUrl, tls: null }, purpose: 'consoles' });
  redis.on('error', () => {}); // whoever asks is told
  const connected = redis.connect().catch(() => {}); // it goes on trying
  const fenced = createFenced({ redis, leaseMs, watchdog: true, app: 'lockscope', label: advertiseUrl });
  const closing = new AbortController();
  const contests = new Set<Promise<void>>();

  async function compete(target: string, lead: Parameters<Coordination['contend']>[1]): Promise<void> {
    await connected;
    while (!closing.signal.aborted) {
      try {
        const lease = await fenced.acquire(keyOf(target), {
          ...{ leaseMs, watchdog: true, waitMs: Number.POSITIVE_INFINITY, signal: closing.signal },
        });
        await underLease(target, lease, lead);
      } catch (error) {
        if (closing.signal.aborted) return;
        if (error instanceof FenceTooLow) await raiseCounter(redis, target, error.newest).catch(() => {});
        log('the lease of a target was not taken, or lost', { target, error: String(error) });
        await pause(RETRY_MS, undefined, { signal: closing.signal }).catch(() => {});
      }
    }
  }

  async function underLease(
    target: string,
    lease: FencedLease,
    lead: Parameters<Coordination['contend']>[1],
  ): Promise<void> {
    const fence = Number(lease.fencingToken);
    const record = JSON.stringify({ watcher, url: advertiseUrl, secret, fence } satisfies ConsoleOwner);
    const tell = () => redis.set(ownerKeyOf(target), record, 'PX', leaseMs).catch(() => {}); // told again soon
    await tell();
    const timer = setInterval(tell, OWNER_MS);
    try {
      await lead(fence, AbortSignal.any([lease.signal, closing.signal]));
    } finally {
      clearInterval(timer);
      if (!lease.signal.aborted) await redis.del(ownerKeyOf(target)).catch(() => {});
      await lease.release().catch(() => {}); // it lapses by itself
    }
  }

  return {
    watcher,
    async ownerOf(target) {
      const text = await redis.get(ownerKeyOf(target));
      const parsed = text === null ? null : owner.safeParse(JSON.parse(text));
      return parsed?.success ? parsed.data : null;
    },
    contend(target, lead) {
      const contest = compete(target, lead);
      contests.add(contest);
      return contest;
    },
    admits(authorization) {
      const [given, expected] = [authorization ?? '', `Bearer ${secret}`].map((text) => Buffer.from(text));
      return given?.length === expected?.length && !!given && !!expected && timingSafeEqual(given, expected);
    },
    async close() {
      closing.abort();
      await Promise.allSettled(contests);
      await fenced.close().catch(() => {});
      redis.disconnect();
    },
  };
}

function keyOf(target: string): string {
  return `lockscope:collector:{${target}}`;
}

function ownerKeyOf(target: string): string {
  return `lockscope:console:{${target}}`;
}

/** Only who has the lease does this, so nobody draws a number in between. */
async function raiseCounter(redis: Redis, target: string, newest: number): Promise<void> {
  await redis.set(fenceOf(keyOf(target)), newest);
}
