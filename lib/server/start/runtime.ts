import 'server-only';
import { urlsOf } from '../../domain/nodes/target';
import { loadConfig } from '../config/config';
import { createLog, secretsOf } from '../record/log';
import type { Runtime } from '../runtime/types';
import { createRuntime } from './runtime-core';

const KEY = Symbol.for('lockscope.runtime');
const shared = globalThis as { [KEY]?: Runtime };

/** Starts the one runtime of this process from the environment. Throws `config-invalid`. */
export function startRuntime(): Runtime {
  const folder = process.env.LOCKSCOPE_FOLDER ?? process.cwd();
  const config = loadConfig(process.env, folder, { mayBeEmpty: true });
  const { url } = config.history;
  const urls = config.targets.flatMap(urlsOf);
  const log = createLog(secretsOf(url.startsWith('postgres') ? [...urls, url] : urls));
  shared[KEY] ??= createRuntime(config, log);
  return shared[KEY];
}

/** The runtime of this process. Throws when `startRuntime` has not run. */
export function runtime(): Runtime {
  const running = shared[KEY];
  if (!running) throw new Error('the runtime was not started');
  return running;
}
