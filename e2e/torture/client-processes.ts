import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { WorkerMessage, WorkerTask } from './worker';

/** The client processes of a round: as many as planned, each in its n-th life. */
export type ClientProcesses = {
  /** Starts one, or starts it again, and waits until its clients are connected. */
  start(index: number): Promise<void>;
  /** Name of its present life. */
  nameOf(index: number): string;
  /** kill -9; resolves when it is gone. */
  kill(index: number): Promise<void>;
  /** SIGSTOP and SIGCONT. */
  pause(index: number): void;
  resume(index: number): void;
  stepClock(index: number, ms: number): void;
  /** Asks all to finish and waits for it. Gives the names of those that had to be killed after `limitMs`. */
  stop(limitMs: number): Promise<string[]>;
  /** kill -9 of all that live. */
  killAll(): Promise<void>;
  /** Files of all lives so far. */
  files(): string[];
  /** What they said on stderr. */
  errors(): string;
};

type Life = { child: ChildProcess; name: string };

const PROGRAM = fileURLToPath(new URL('./worker.ts', import.meta.url));

export function createClientProcesses(
  folder: string,
  taskOf: (name: string, file: string) => WorkerTask,
): ClientProcesses {
  const lives = new Map<number, Life>();
  const files: string[] = [];
  let errors = '';

  async function start(index: number): Promise<void> {
    const name = `${index}.${files.filter((file) => file.includes(`/process-${index}.`)).length}`;
    const file = join(folder, `process-${name}.jsonl`);
    files.push(file);
    writeFileSync(file, ''); // it may be killed before it opens it
    const env = { ...process.env, TORTURE: JSON.stringify(taskOf(name, file)) };
    const child = fork(PROGRAM, { env, execArgv: ['--import', 'tsx'], stdio: ['ignore', 2, 'pipe', 'ipc'] });
    lives.set(index, { child, name });
    child.stderr?.on('data', (chunk: Buffer) => {
      errors += `${name}: ${chunk}`;
    });
    const ready = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => null)]);
    if (!ready && child.signalCode === null) throw new Error(`process ${name} could not start\n${errors}`);
  }

  function send(index: number, message: WorkerMessage): void {
    const child = lives.get(index)?.child;
    if (child?.connected) child.send(message, () => {}); // it may be gone before it reads
  }

  async function kill(index: number): Promise<void> {
    const child = lives.get(index)?.child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  async function end(index: number, { child, name }: Life, limitMs: number): Promise<string[]> {
    child.kill('SIGCONT');
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode === 0 ? [] : [name];
    const gone = once(child, 'exit');
    send(index, 'stop');
    const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
    const [code] = await gone;
    clearTimeout(timer);
    return code === 0 ? [] : [name];
  }

  return {
    start,
    nameOf: (index) => lives.get(index)?.name ?? `${index}.?`,
    kill,
    pause: (index) => void lives.get(index)?.child.kill('SIGSTOP'),
    resume: (index) => void lives.get(index)?.child.kill('SIGCONT'),
    stepClock: (index, ms) => send(index, { step: ms }),
    stop: async (limitMs) =>
      (await Promise.all([...lives].map(([index, life]) => end(index, life, limitMs)))).flat(),
    killAll: async () => void (await Promise.all([...lives.keys()].map(kill))),
    files: () => files,
    errors: () => errors,
  };
}
