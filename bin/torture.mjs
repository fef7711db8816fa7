/**
 * `npm run test:torture [-- options]`: the lock client under random schedules and faults; `--help` lists the options.
 * `LOCKSCOPE_IOREDIS=5` runs it on ioredis 5.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWithParent, run, stopAll } from './children.mjs';
import { onIoredis5, wantsIoredis5 } from './ioredis.mjs';
import { root, setup } from './setup.mjs';

endWithParent(() => stopAll(5_000));
await setup(['redis-server']);
// Servers and records live in here, also when we are killed.
const folder = mkdtempSync(join(tmpdir(), 'lockscope-torture-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const args = ['--import', 'tsx', join(root, 'e2e/torture/run.ts'), ...process.argv.slice(2)];
const env = { ...process.env, ...(wantsIoredis5() && onIoredis5), TMPDIR: folder };
process.exitCode = await run(process.execPath, args, { cwd: root, env });
