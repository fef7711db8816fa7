import { isConsoleError } from '../../domain/values/errors';
import { isOwnHost } from '../config/config-access';
import { createFront, type Front } from '../front/front';
import type { Runtime } from '../runtime/types';
import { logConsole } from './log-console';
import { startRuntime } from './runtime';

const PATIENCE_MS = 2_000;
/** Where bin/start.mjs waits for what comes before Next. */
const FRONT = Symbol.for('lockscope.front');
const shared = globalThis as { [FRONT]?: (front: Front) => void };
const EXIT_CODES = { SIGTERM: 0, SIGINT: 130, SIGHUP: 129 } as const;

/** Starts the runtime and ends it with the process. A wrong setting ends the process with one line that names it. */
export function start(): void {
  const setFront = shared[FRONT];
  if (!setFront && process.env.NODE_ENV === 'production') {
    process.stderr.write('lockscope: the built server has no guards of its own: start it with npm start\n');
    process.exit(2);
  }
  let running: Runtime;
  try {
    running = startRuntime();
  } catch (error) {
    if (!isConsoleError(error, 'config-invalid')) throw error;
    process.stderr.write(`lockscope: ${error.message}\n`);
    process.exit(2);
  }
  logConsole(running.log);
  const { access } = running.config;
  setFront?.(createFront({ isOwnHost: (host) => isOwnHost(access, host) }));
  const targets = running.config.targets.map(({ name, environment, readOnly }) => ({
    name,
    environment,
    readOnly,
  }));
  if (targets.length > 0) running.log.info({ targets }, 'watching');
  else
    running.log.info(
      { file: running.config.savesTo },
      'nothing is configured: the first page asks for a Redis',
    );
  for (const signal of Object.keys(EXIT_CODES) as (keyof typeof EXIT_CODES)[]) {
    process.once(signal, () => void stop(running, signal));
  }
}

/** The server itself waits for its open answers: once the streams are ended, nothing keeps it. */
async function stop(running: Runtime, signal: keyof typeof EXIT_CODES): Promise<void> {
  running.log.info({ signal }, 'stopping');
  setTimeout(() => process.exit(EXIT_CODES[signal]), PATIENCE_MS);
  try {
    await running.close();
  } catch (err) {
    running.log.error({ err }, 'not everything could be closed');
  }
  if (signal === 'SIGHUP') process.exit(EXIT_CODES[signal]);
}
