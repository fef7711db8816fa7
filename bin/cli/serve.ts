import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ExitCode } from './exit-code';

export type ServeOptions = { host?: string; port?: string };

type Environment = Readonly<Record<string, string | undefined>>;

/** Starts the console of this installation in a process of its own, which gets the signals of this one and ends with it. */
export function startServer(
  { host, port }: ServeOptions,
  env: Environment,
  stdio: StdioOptions = 'inherit',
): ChildProcess {
  const script = fileURLToPath(new URL('../start.mjs', import.meta.url));
  const args = [...(host ? ['--host', host] : []), ...(port ? ['--port', port] : [])];
  const child = spawn(process.execPath, [script, ...args], {
    stdio,
    env: Object.assign({} as NodeJS.ProcessEnv, env, { LOCKSCOPE_END_WITH_PARENT: '1' }),
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  return child;
}

/** Waits until a process ends; resolves to its exit code, or 1 where a signal ended it. */
export async function endOf(child: ChildProcess): Promise<number> {
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? ExitCode.error;
}
