/**
 * `npm test [-- unit|e2e [arguments of vitest or Playwright]]`: unit and integration tests, then browser tests.
 * Ends with one line of counts; every skipped test is named with its reason.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWithParent, run, stopAll } from './children.mjs';
import { findTool, root, setup } from './setup.mjs';
import { addCounts, describeCounts, exitCodeOf, noCounts } from './test-counts.mjs';

const PARTS = ['unit', 'e2e'];
const [part, ...rest] = process.argv.slice(2);
if (part !== undefined && !PARTS.includes(part)) {
  console.error(`unknown part "${part}"; use: npm test [-- unit|e2e [arguments]]`);
  process.exit(2);
}
const wanted = part ? [part] : PARTS;
const TOOLS = {
  unit: ['redis-server', 'faketime', 'postgres', 'promtool'],
  e2e: ['redis-server', 'chromium', 'postgres'],
};
await setup([...new Set(wanted.flatMap((each) => TOOLS[each]))]);

// Whatever a test leaves behind is in here, also when it is killed.
const folder = mkdtempSync(join(tmpdir(), 'lockscope-test-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
endWithParent(() => stopAll(5_000));

const env = { ...process.env, TMPDIR: folder, LOCKSCOPE_CHROMIUM: findTool('chromium') ?? '' };
let counts = noCounts();
const built = wanted.length === PARTS.length ? buildMeanwhile() : null;
if (wanted.includes('unit')) counts = addCounts(counts, await unitTests());
await built;
if (wanted.includes('e2e')) counts = addCounts(counts, await browserTests());

console.log(`\n${describeCounts(counts)}`);
process.exitCode = exitCodeOf(counts);

/**
 * Unit tests wait for leases more than they compute, and that is when the console can be built: at the lowest priority it
 * takes nothing from them. When it fails, the browser tests try again and say so.
 */
function buildMeanwhile() {
  const stdio = ['ignore', 'ignore', 'ignore'];
  return run('nice', ['-n', '19', process.execPath, join(root, 'bin/build.mjs')], { cwd: root, stdio });
}

async function unitTests() {
  const file = join(folder, 'unit.json');
  const reporters = ['--reporter=default', `--reporter=${join(root, 'bin/vitest-counts.mjs')}`];
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...rest];
  const code = await run(process.execPath, args, { cwd: root, env: { ...env, LOCKSCOPE_COUNTS: file } });
  return readCounts('vitest', file, code);
}

async function browserTests() {
  const file = join(folder, 'e2e.json');
  const cli = join(root, 'node_modules/@playwright/test/cli.js');
  const reporters = `list,${join(root, 'bin/playwright-counts.mjs')}`;
  const args = [cli, 'test', '--config', 'e2e/playwright.config.ts', `--reporter=${reporters}`, ...rest];
  const code = await run(process.execPath, args, { cwd: root, env: { ...env, LOCKSCOPE_COUNTS: file } });
  return readCounts('Playwright', file, code);
}

function readCounts(runner, file, code) {
  try {
    const counts = JSON.parse(readFileSync(file, 'utf8'));
    // A runner also ends badly for failed tests, which the counts say already.
    return { ...counts, broken: code === 0 || counts.failed > 0 ? [] : [runner] };
  } catch {
    return { ...noCounts(), broken: [`${runner} (it reported nothing)`] };
  }
}
