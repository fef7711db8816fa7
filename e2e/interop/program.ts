import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Reply, Request, Result } from './protocol';

export type Program = {
  readonly pid: number;
  readonly library: string;
  readonly version: string;
  /** The result of a request; throws a `ProgramError` when the library fails or the program ends. */
  ask(request: Request, onWaiting?: () => void): Promise<Result>;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
  /** Ends its input, and kills it when that does not end it. */
  close(): Promise<void>;
};

/** `name` is the class or code of the library's error, `ended` when the program did. */
export class ProgramError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

type Pending = {
  onWaiting?: (() => void) | undefined;
  resolve(result: Result): void;
  reject(error: Error): void;
};

type Ready = Extract<Reply, { event: 'ready' }>;

const END_LIMIT_MS = 2_000;
const ERRORS_KEPT = 20_000;

/** Starts a program that speaks the line protocol; it is ready when this resolves. Throws with what it wrote when it ends. */
export async function startProgram(command: string, args: readonly string[]): Promise<Program> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const pending = new Map<number, Pending>();
  let errors = '';
  let lastId = 0;
  let over: ProgramError | null = null;
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk).slice(-ERRORS_KEPT);
  });
  child.stdin.on('error', () => {}); // it ended; `exit` says so
  let greeting: Omit<Pending, 'resolve'> & { resolve(ready: Ready): void };
  const ready = new Promise<Ready>((resolve, reject) => {
    greeting = { resolve, reject };
  });

  function end(reason: string): void {
    over ??= new ProgramError('ended', `${command} ended: ${reason}\n${errors}`);
    greeting.reject(over);
    for (const { reject } of pending.values()) reject(over);
    pending.clear();
  }

  createInterface({ input: child.stdout }).on('line', (line) => {
    const reply = JSON.parse(line) as Reply;
    if (reply.event === 'ready') return greeting.resolve(reply);
    const asked = pending.get(reply.id);
    if (reply.event === 'waiting') return asked?.onWaiting?.();
    pending.delete(reply.id);
    if (reply.event === 'done') asked?.resolve(reply.result);
    else asked?.reject(new ProgramError(reply.error, reply.message));
  });
  child.once('error', (error) => end(error.message));
  child.once('close', (code, signal) => end(String(signal ?? code)));
  const { library, version } = await ready;

  return {
    pid: child.pid ?? 0,
    library,
    version,
    ask(request, onWaiting) {
      if (over) return Promise.reject(over);
      const id = ++lastId;
      return new Promise((resolve, reject) => {
        pending.set(id, { onWaiting, resolve, reject });
        child.stdin.write(`${JSON.stringify({ id, ...request })}\n`);
      });
    },
    kill: () => ended(child, () => child.kill('SIGKILL')),
    async close() {
      const timer = setTimeout(() => child.kill('SIGKILL'), END_LIMIT_MS);
      await ended(child, () => child.stdin.end());
      clearTimeout(timer);
    },
  };
}

async function ended(child: ChildProcess, end: () => unknown): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'close');
  end();
  await gone;
}
