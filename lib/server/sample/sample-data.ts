import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { SampleData } from '../../contract/settings';
import type { Target } from '../../domain/nodes/target';
import { targetFrom } from '../config/config';
import type { Environment } from '../config/environment';
import type { Log } from '../record/log';
import { within } from '../record/within';

/** Five servers are started on a machine that may be busy. */
const START_MS = 20_000;
const STOP_MS = 4_000;

/** The switch of sample data: servers and a workload in a child process, which ends with this one. */
export type SampleControl = {
  state(): SampleData;
  /** Starts it or ends it, after any change under way; resolves to the state after it. Never rejects. */
  set(on: boolean): Promise<SampleData>;
  /** Ends the child process, and no target: those end with the runtime. */
  close(): Promise<void>;
};

type Options = {
  /** The program that starts servers and prints their targets; absent = it is not installed. */
  program: string | undefined;
  env: Environment;
  log: Pick<Log, 'info' | 'warn'>;
  watch(target: Target): void;
  unwatch(name: string): Promise<void>;
};

const reportSchema = z.union([
  z.object({ targets: z.array(z.looseObject({ name: z.string() })).min(1) }),
  z.object({ problem: SampleData.shape.problem.unwrap() }),
]);
type Report = z.infer<typeof reportSchema>;

const OFF: SampleData = { state: 'off', problem: null };

export function createSampleControl({ program, env, log, watch, unwatch }: Options): SampleControl {
  let data = OFF;
  let child: ChildProcess | null = null;
  let names: string[] = [];
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  async function begin(): Promise<void> {
    if (data.state === 'on' || isClosed) return;
    data = { state: 'starting', problem: null };
    if (!program) return failed('no-files');
    const started = spawn(process.execPath, [program], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: withoutSettings(env),
    });
    child = started;
    // Writing to one that has ended fails, and its end is noticed anyway.
    started.stdin.on('error', () => {});
    const report = await reportOf(started).catch((): Report => ({ problem: 'ended' }));
    if ('problem' in report) {
      await endChild();
      return failed(report.problem);
    }
    try {
      watchAll(report.targets);
    } catch (err) {
      log.warn({ err }, 'a target of the sample data cannot be watched');
      await forget();
      await endChild();
      return failed('ended');
    }
    // Only now the workload begins, so that the console sees all of it.
    started.stdin.write('go\n');
    started.once('exit', () => {
      if (child !== started) return;
      child = null;
      change(async () => {
        await forget();
        failed('ended');
      });
    });
    data = { state: 'on', problem: null };
    log.info({ targets: names }, 'sample data is on');
  }

  function watchAll(targets: readonly { name: string }[]): void {
    for (const { name, ...settings } of targets) {
      const target = targetFrom({ ...settings, name: `sample-${name}` }, { is: 'sample' });
      watch(target);
      names.push(target.name);
    }
  }

  async function end(): Promise<void> {
    if (data.state === 'off') return;
    data = { state: 'stopping', problem: null };
    await forget();
    await endChild();
    data = OFF;
  }

  async function forget(): Promise<void> {
    const gone = names;
    names = [];
    await Promise.allSettled(gone.map(unwatch));
  }

  async function endChild(): Promise<void> {
    const ending = child;
    child = null;
    if (ending === null || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = once(ending, 'exit');
    ending.stdin?.end();
    await within(STOP_MS, ended).catch(() => ending.kill('SIGKILL'));
  }

  function failed(problem: SampleData['problem']): void {
    data = { state: 'failed', problem };
    log.warn({ problem }, 'there is no sample data');
  }

  /** One change at a time. */
  function change(work: () => Promise<void>): Promise<void> {
    const turn = last.then(work).catch((err: unknown) => {
      log.warn({ err }, 'sample data could not be changed');
      data = { state: 'failed', problem: 'ended' };
    });
    last = turn;
    return turn;
  }

  return {
    state: () => data,
    async set(on) {
      await change(on ? begin : end);
      return data;
    },
    async close() {
      isClosed = true;
      await endChild();
    },
  };
}

/** The first line that it prints. Rejects when it ends before, or prints none in time. */
async function reportOf(child: ChildProcess): Promise<Report> {
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  try {
    const ended = once(child, 'close').then(() => {
      throw new Error('it ended');
    });
    ended.catch(() => {}); // it may end later
    const [line] = (await within(START_MS, Promise.race([once(lines, 'line'), ended]))) as [string];
    return reportSchema.parse(JSON.parse(line));
  } finally {
    lines.close();
  }
}

/** The workload has no use for settings of the console, secrets among them. */
function withoutSettings(env: Environment): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !name.startsWith('LOCKSCOPE_')),
  ) as NodeJS.ProcessEnv;
}
