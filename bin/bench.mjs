/** `npm run bench -- NAME [--json]`: runs e2e/bench/NAME.ts. */
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { endWithParent, run, stopAll } from './children.mjs';
import { findTool, NEWER_NODE, root, setup } from './setup.mjs';

endWithParent(() => stopAll(10_000));
const inBrowser = ['live', 'ui'].includes(process.argv[2]);
const inDatabases = process.argv[2] === 'history';
const tools = inBrowser ? ['redis-server', 'chromium'] : inDatabases ? ['postgres'] : ['redis-server'];
await setup(tools, process.argv[2] === 'client' ? [NEWER_NODE] : []);
if (inBrowser || process.argv[2] === 'bulk') await ensureBuilt({ whenStale: true });
const args = ['--import', 'tsx', join(root, 'e2e/bench/run.ts'), ...process.argv.slice(2)];
const env = { ...process.env, LOCKSCOPE_CHROMIUM: findTool('chromium') ?? '' };
process.exitCode = await run(process.execPath, args, { cwd: root, env });
