/**
 * A Node lock library behind the line protocol of ../protocol.ts: `tsx program.ts <name of an adapter>`.
 */
import { createInterface } from 'node:readline';
import type { Reply, Request, Result, Target } from '../protocol';
import { type Adapter, type Asked, type Held, type Locks, versionOf } from './adapter';
import { redisSemaphore } from './libraries/redis-semaphore';
import { redlock } from './libraries/redlock';
import { redlockUniversal } from './libraries/redlock-universal';
import { sesamecareRedlock } from './libraries/sesamecare-redlock';
import { bull } from './queues/bull';
import { bullmq } from './queues/bullmq';

const ADAPTERS: readonly Adapter[] = [
  redlock,
  sesamecareRedlock,
  redisSemaphore,
  redlockUniversal,
  bullmq,
  bull,
];

const name = process.argv[2];
const adapter = ADAPTERS.find(({ library }) => library === name);
if (!adapter) throw new Error(`no adapter is called ${name}`);
const { library, entry, open } = adapter;

const connections = new Map<string, Locks>();
/** What each holder has, the latest last. */
const holds = new Map<string, Held[]>();
/** The last request of each holder: it does one thing at a time. */
const turns = new Map<string, Promise<void>>();

say({ event: 'ready', library, version: versionOf(library, entry) });
for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line) as Request & { id: number };
  const holder = 'holder' in request ? request.holder : '';
  const before = turns.get(holder) ?? Promise.resolve();
  turns.set(
    holder,
    before.then(() => answer(request)),
  );
}
process.exit(0); // locks that are held lapse, as they do when a process dies

async function answer(request: Request & { id: number }): Promise<void> {
  const { id } = request;
  try {
    say({ event: 'done', id, result: await perform(request) });
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    say({ event: 'failed', id, error: error.constructor.name, message: error.message });
  }
}

async function perform(request: Request): Promise<Result> {
  switch (request.do) {
    case 'connect':
      connections.set(request.connection, await open(request));
      return {};
    case 'acquire':
      return acquire(request, request);
    case 'release': {
      const held = heldBy(request);
      holds.get(request.holder)?.pop();
      await held.release();
      return {};
    }
    case 'extend': {
      const held = heldBy(request);
      if (!held.extend) throw new Error(`${library} extends nothing`);
      await held.extend(request.leaseMs);
      return {};
    }
    case 'state': {
      const lost = heldBy(request).loss?.();
      return lost ? { lost: lost.constructor.name } : {};
    }
    case 'leave':
      holds.delete(request.holder);
      return {};
    default:
      throw new Error(`cannot do "${request.do}"`);
  }
}

async function acquire({ connection, holder, kind, keys }: Target, asked: Asked): Promise<Result> {
  const locks = connections.get(connection);
  if (!locks) throw new Error(`no connection is called "${connection}"`);
  const held = await locks.acquire(kind, keys[0] ?? '', asked);
  if (!held) return { acquired: false };
  holds.set(holder, [...(holds.get(holder) ?? []), held]);
  return { acquired: true, ...(held.token !== undefined && { token: held.token }) };
}

function heldBy({ holder }: Target): Held {
  const held = holds.get(holder)?.at(-1);
  if (!held) throw new Error(`${holder} holds nothing`);
  return held;
}

function say(reply: Reply): void {
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}
