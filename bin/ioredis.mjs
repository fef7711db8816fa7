/**
 * Which ioredis the lock client is tested on: `LOCKSCOPE_IOREDIS=5` takes the older major version that it supports, in
 * the tests and in every process that they start.
 */
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** What makes a process, and those it starts, run the client on ioredis 5: tsx resolves imports by that configuration. */
export const onIoredis5 = {
  LOCKSCOPE_IOREDIS: '5',
  TSX_TSCONFIG_PATH: join(root, 'lib/locks/tsconfig.ioredis5.json'),
};

/** The same for Vite, which has resolved the imports of the tests themselves before. */
export const aliasOfIoredis5 = { ioredis: join(root, 'node_modules/ioredis5') };

/** Whether `LOCKSCOPE_IOREDIS` asks for ioredis 5. Throws on what it cannot ask for. */
export function wantsIoredis5() {
  const major = process.env.LOCKSCOPE_IOREDIS ?? '6';
  if (major !== '5' && major !== '6') throw new Error(`LOCKSCOPE_IOREDIS takes 5 or 6, not "${major}"`);
  return major === '5';
}
