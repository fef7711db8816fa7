import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const workers = new URL('../workers/', import.meta.url);

export type WorkerEvent = { event: string; atMs: number; token?: string };

/** A lock holder or waiter in a process of its own. */
export type Worker = {
  pid: number;
  /** Resolves with the first `name` event it printed or will print; throws when it ends before. */
  event(name: string): Promise<WorkerEvent>;
  /** All events of this name that it printed so far. */
  events(name: string): WorkerEvent[];
  /** Sends `signal` and waits until the process is gone. */
  kill(signal: NodeJS.Signals): Promise<void>;
};

const running = new Set<ChildProcess>();

/** Starts `e2e/workers/<name>.ts` with `--flag value` arguments. */
export function startWorker(name: string, flags: Record<string, string | number>): Worker {
  const args = Object.entries(flags).flatMap(([flag, value]) => [`--${flag}`, String(value)]);
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL(`${name}.ts`, workers)), ...args],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  running.add(child);
  const seen: WorkerEvent[] = [];
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk;
  });
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    const event = JSON.parse(line) as WorkerEvent;
    seen.push(event);
    lines.emit('worker-event', event);
  });
  const ended = once(child, 'exit').then(() => running.delete(child));

  return {
    pid: child.pid ?? 0,
    event: (wanted) =>
      new Promise((resolve, reject) => {
        const found = seen.find((event) => event.event === wanted);
        if (found) return resolve(found);
        const listen = (event: WorkerEvent) => {
          if (event.event !== wanted) return;
          lines.off('worker-event', listen);
          resolve(event);
        };
        lines.on('worker-event', listen);
        void ended.then(() => reject(new Error(`${name} ended before "${wanted}": ${errors}`)));
      }),
    events: (wanted) => seen.filter(({ event }) => event === wanted),
    kill: async (signal) => {
      child.kill(signal);
      await ended;
    },
  };
}

/** Ends every worker this process still runs. */
export async function endWorkers(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }),
  );
}
