import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { Holding } from '../hold-locks';
import { keysOf, type Party, type SharedKind, taken } from '../party';
import type { Program } from '../program';
import { isOlder, newKey, newLock, serverTime, WATCHDOG_MS, type World } from './world';

type Lock = { kind: SharedKind; key: string };

const KINDS: readonly SharedKind[] = ['reentrant', 'fair', 'fenced', 'read', 'write', 'permit', 'multi'];
const wantedBy = (kind: SharedKind): SharedKind => (kind === 'read' ? 'write' : kind);
/** How long after the last lease a waiter may be late, on a machine that does something else. */
const LATE_MS = 8_000;

/** A process of ours that holds `locks`. Returns what kills it. */
async function startHolder(world: World, locks: Lock[]): Promise<() => Promise<void>> {
  const { nodes, cluster } = world.place;
  const holding: Holding = { nodes, cluster, pubsub: world.pubsub, leaseMs: WATCHDOG_MS, locks };
  const program = fileURLToPath(new URL('../hold-locks.ts', import.meta.url));
  const args = ['--import', 'tsx', program, JSON.stringify(holding)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const gone = once(child, 'exit');
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), gone]);
  expect(line).toBe('held');
  return async () => {
    child.kill('SIGKILL');
    await gone;
  };
}

/** Somebody waits for every lock while its holder lives; resolves, when the holder is dead, with who has it then. */
async function waitingFor(world: World, waiter: Party, locks: Lock[]): Promise<() => Promise<void>> {
  const waiting = await Promise.all(locks.map(({ kind, key }) => waiter.wait(wantedBy(kind), key)));
  await serverTime(world, WATCHDOG_MS + 500);
  return async () => {
    const diedMs = performance.now();
    for (const [at, { kind, key }] of locks.entries()) {
      const name = keysOf(kind, key)[0] ?? '';
      const leaseEndsMs = kind === 'permit' ? 0 : diedMs + (await world.redis.pttl(name)) - 100;
      const lease = await waiting[at]?.held;
      if (at === 0) expect(performance.now()).toBeGreaterThan(leaseEndsMs);
      expect(performance.now() - diedMs).toBeLessThan(WATCHDOG_MS + LATE_MS);
      await lease?.release();
    }
  };
}

async function newLocks(world: World): Promise<Lock[]> {
  return Promise.all(KINDS.map(async (kind) => ({ kind, key: await newLock(world, kind) })));
}

/** Ours first: the last test of a Redisson, which it ends. */
export function deaths(world: () => World, redisson: () => Program): void {
  test('what a killed process of ours held is had by Redisson when its leases end', async () => {
    const { redisson: heir, version } = world();
    const locks = await newLocks(world());
    const shared = { kind: 'read', key: newKey() } as const;
    const kill = await startHolder(world(), [...locks, shared]);
    const reader = await taken(heir, 'read', shared.key);
    // Before 3.32.0 a fair waiter of Redisson slept for ever once its holder's lease had been renewed.
    const heard = locks.filter(({ kind }) => kind !== 'fair' || !isOlder(version, 3, 32));
    const inherited = await waitingFor(world(), heir, heard);
    await kill();
    await inherited();
    await reader.release();
    const writer = await heir.acquire('write', shared.key, { waitMs: 10_000 });
    await writer.release();
  });

  test('what a killed Redisson held is had by us when its leases end, and its place in a queue as well', async () => {
    const { ours, redisson: mortal, redis } = world();
    const locks = await newLocks(world());
    for (const { kind, key } of locks)
      await taken(mortal, kind, key, kind === 'permit' ? { leaseMs: 3 * WATCHDOG_MS } : {});
    const shared = newKey();
    const readers = [await taken(mortal, 'read', shared), await taken(ours, 'read', shared)];
    const inherited = await waitingFor(world(), ours, locks);

    const queue = newKey();
    const holder = await taken(ours, 'fair', queue);
    const ghost = await mortal.wait('fair', queue, { waitMs: 4_000 });
    ghost.held.catch(() => {}); // it dies
    const second = await ours.wait('fair', queue);
    await redisson().kill();

    await inherited();
    await holder.release();
    await (await second.held).release();
    expect(await redis.hgetall(shared)).toMatchObject({ [readers[1]?.token ?? '']: '1' });
    await readers[1]?.release();
    expect(await redis.exists(shared)).toBe(0);
  });
}
