/**
 * `npm run test:interop [-- files or options of vitest]`: our client and the console beside real lock libraries, each in
 * a process of its own. Builds what it needs, and fails where a toolchain is missing. Ends with one line of counts.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildGo } from '../e2e/interop/go/build.mjs';
import { buildJavaLibraries } from '../e2e/interop/java-libraries/build.mjs';
import { installQueues } from '../e2e/interop/node/build.mjs';
import { installPhp } from '../e2e/interop/php/build.mjs';
import { buildPython } from '../e2e/interop/python/build.mjs';
import { buildRedisson } from '../e2e/interop/redisson/build.mjs';
import { ensureBuilt } from './build.mjs';
import { endWithParent, run, stopAll } from './children.mjs';
import { NEWER_NODE, root, setup } from './setup.mjs';
import { describeCounts, exitCodeOf, noCounts, printSummary } from './test-counts.mjs';

endWithParent(() => stopAll(5_000));
await setup(['redis-server'], [NEWER_NODE]);
await buildRedisson();
await buildJavaLibraries();
await buildGo();
await buildPython();
await installQueues();
await installPhp();
await ensureBuilt({ whenStale: true });

// Servers live in here, also when we are killed.
const folder = mkdtempSync(join(tmpdir(), 'lockscope-interop-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));

const counts = await interopTests();
printSummary('npm run test:interop', describeCounts(counts));
process.exitCode = exitCodeOf(counts);

async function interopTests() {
  const file = join(folder, 'counts.json');
  const reporters = ['--reporter=default', `--reporter=${join(root, 'bin/vitest-counts.mjs')}`];
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const config = ['--config', join(root, 'e2e/interop/vitest.config.ts')];
  const args = [vitest, 'run', ...config, ...reporters, ...process.argv.slice(2)];
  const env = { ...process.env, TMPDIR: folder, LOCKSCOPE_COUNTS: file };
  const code = await run(process.execPath, args, { cwd: root, env });
  try {
    const counts = JSON.parse(readFileSync(file, 'utf8'));
    return { ...counts, broken: code === 0 || counts.failed.length > 0 ? [] : ['vitest'] };
  } catch {
    return { ...noCounts(), broken: ['vitest (it reported nothing)'] };
  }
}
