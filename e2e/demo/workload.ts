import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { DemoServers } from './servers';

export type Workload = { stop(): Promise<void> };

const MINUTE = 60_000;
const VICTIM_LEASE_MS = 3 * MINUTE;

/** Starts the programs of this folder, each in a process of its own. Waiters come after the first victim has the lock. */
export function startWorkload({ shop, billing, quorum }: DemoServers): Workload {
  const running = new Set<ChildProcess>();
  const stopping = new AbortController();

  function start(program: string, ...args: string[]): ChildProcess {
    const path = fileURLToPath(new URL(`${program}.ts`, import.meta.url));
    const child = spawn(process.execPath, ['--import', 'tsx', path, ...args], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    return child;
  }

  /** A holder that dies with the lock in its hands, and a fresh one when that lease has ended. */
  async function killHolders(key: string, firstOneDied: () => void): Promise<void> {
    while (!stopping.signal.aborted) {
      const victim = start('victim', shop.url, key, String(VICTIM_LEASE_MS));
      const renewed = victim.stdout && once(victim.stdout, 'data');
      await Promise.race([renewed, once(victim, 'exit')]);
      victim.kill('SIGKILL');
      stopping.signal.throwIfAborted();
      firstOneDied();
      await pause(VICTIM_LEASE_MS + MINUTE, undefined, { signal: stopping.signal });
    }
  }

  start('steady', shop.url);
  start('foreign', shop.url, billing.url);
  start('quorum', ...quorum.map((server) => server.url));
  for (let i = 0; i < 2; i++) start('contend', billing.url, 'mutex', 'invoice:2026-11=12', 'ledger/close=20');

  const accounts = ['account:{4471}:transfer', 'account:{8812}:transfer'];
  start('transfer', billing.url, 'refunds', ...accounts);
  start('transfer', billing.url, 'payouts', ...accounts.reverse());

  let waiting = false;
  killHolders('order:{4711}:lock', () => {
    if (waiting) return;
    waiting = true;
    const jobs = ['order:{4711}:lock=20', 'inventory:sku-881=10', 'warehouse 🚚 slot {A}=15'];
    for (let i = 0; i < 3; i++) start('contend', shop.url, 'reentrant', ...jobs);
  }).catch(() => {}); // aborted by stop

  return {
    async stop() {
      stopping.abort();
      const ends = [...running].map((child) => once(child, 'exit'));
      for (const child of running) child.kill('SIGKILL');
      await Promise.all(ends);
    },
  };
}
