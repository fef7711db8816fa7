import type { Holder, SeenProcess } from '../../../lib/contract/holder';
import type { Lock } from '../../../lib/contract/lock';
import { holderLabel } from '../../../lib/domain/holders/lock-holder';
import { displayOf } from '../../../lib/domain/keys/bytes';
import { formatMutexToken } from '../../../lib/domain/keys/mutex-token';
import { aProcess } from '../../support/a-lock';
import { createRandom, type Random } from '../../torture/random';

/** How readings of one lock show who has a token of `closedQueue`. */
export type Look = (token: string) => { holder: Partial<Holder>; lock: Partial<Lock> };
/** The same for any lock, by its key. */
export type Library = (key: string) => Look;

/** Numbers of holds that one lock of a process may use. */
const NUMBERS = 1_000_000;

/** One process of an application on each host, the same ones each time. */
export function processesOf(
  app: string,
  hosts: readonly string[],
  label: string | null = null,
): SeenProcess[] {
  return hosts.map((host) => {
    const random = createRandom(`${app} ${host} ${label}`);
    const pid = random.between(1_000, 31_000);
    return aProcess({ app, label, host, pid, instance: uuidOf(random) });
  });
}

/** The client in lib/locks: a process numbers its holds. */
export const asMutex = (processes: readonly SeenProcess[]): Library =>
  written(processes, 'lockscope-mutex', 'Lockscope mutex', ({ instance, pid, host }, number) =>
    formatMutexToken({ processId: instance ?? '', number, pid: pid ?? 0, host: host ?? '' }),
  );
export const asReentrant = (processes: readonly SeenProcess[]): Library =>
  written(
    processes,
    'redisson-lock',
    'Lockscope reentrant lock',
    ({ instance }, number) => `${instance}:${number}`,
  );
export const asFair = (processes: readonly SeenProcess[]): Library =>
  written(
    processes,
    'redisson-fair-lock',
    'Lockscope fair lock',
    ({ instance }, number) => `${instance}:${number}`,
  );

/** Libraries whose tokens name nobody. */
export const asRedisPy = nameless('redis-py-lock', 'redis-py Lock');
export const asRedlock = nameless('node-redlock', 'node-redlock');

function written(
  processes: readonly SeenProcess[],
  id: string,
  library: string,
  write: (process: SeenProcess, number: number) => string,
): Library {
  return (key) => {
    const firstNumber = createRandom(key).between(0, NUMBERS - 1) * NUMBERS;
    return (token) => {
      const [, client = 0, nth = 0] = token.split('-').map(Number);
      const process = processes[client % processes.length];
      if (!process) throw new Error('nobody could hold it');
      const text = displayOf(write(process, firstNumber + nth));
      return {
        holder: { token: text, label: holderLabel(null, process), process, verdict: 'alive' },
        lock: formatOf(id, library),
      };
    };
  };
}

function nameless(id: string, library: string): Library {
  return (key) => (token) => {
    const text = displayOf(hexOf(createRandom(`${key} ${token}`), 32));
    return { holder: { token: text, process: null }, lock: formatOf(id, library) };
  };
}

function formatOf(id: string, library: string): Partial<Lock> {
  return { format: { id, library, language: '', confidence: 'certain', alternatives: [], hint: null } };
}

function hexOf(random: Random, length: number): string {
  return Array.from({ length }, () => random.between(0, 15).toString(16)).join('');
}

function uuidOf(random: Random): string {
  const [a, b, c, d, e] = [8, 4, 3, 3, 12].map((length) => hexOf(random, length));
  return `${a}-${b}-4${c}-a${d}-${e}`;
}
