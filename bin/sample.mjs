/**
 * Sample data for a console, which starts this and owns it: the servers and the workload of the demo. Prints one line of
 * JSON, `{ targets }` or `{ problem }`; the workload begins with the first line of standard input, and all of it ends with
 * standard input, or with the console.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWithParent, startTree, stopAll } from './children.mjs';
import { findTool, root } from './setup.mjs';

const GRACE_MS = 2_000;

const program = join(root, 'e2e/demo/sample.ts');
if (!existsSync(program) || !existsSync(join(root, 'node_modules/tsx'))) lacks('no-files');
if (!findTool('redis-server')) lacks('no-redis-server');

endWithParent(() => stopAll(GRACE_MS));
// Every server and process keeps its files in here.
const folder = mkdtempSync(join(tmpdir(), 'lockscope-demo-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const sample = startTree(process.execPath, ['--import', 'tsx', program], {
  cwd: root,
  env: { ...process.env, TMPDIR: folder },
  stdio: ['pipe', 'inherit', 'ignore'],
});
sample.once('exit', (code) => process.exit(code ?? 1));
sample.stdin.on('error', () => {}); // its end is noticed
process.stdin.pipe(sample.stdin);

function lacks(problem) {
  console.log(JSON.stringify({ problem }));
  process.exit(0);
}
