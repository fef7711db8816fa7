/**
 * `npm test [-- unit|e2e [arguments of vitest or Playwright]]`: unit and integration tests, then browser tests. With
 * arguments any of them, else all but those that are long by nature, which are `npm run test:long`: failovers, what the
 * console says beside the truth, the client on ioredis 5, and what goes through every page: faults, accessibility, the
 * content policy, narrow screens.
 * Ends with one line of counts; every skipped and every failed test is named.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWithParent, run, stopAll } from './children.mjs';
import { findTool, NEWER_NODE, root, setup } from './setup.mjs';
import { addCounts, describeCounts, exitCodeOf, noCounts, printSummary } from './test-counts.mjs';

const PARTS = ['unit', 'e2e'];
/** What is run of each part where nothing is asked for by name. */
const SETS = {
  short: { unit: projects('pure', 'redis', 'components'), e2e: ['--grep-invert', '@long'] },
  long: { unit: projects('faults', 'ioredis-5', 'truth'), e2e: ['--grep', '@long'] },
};
const argv = process.argv.slice(2);
const isLong = argv[0] === '--long';
const [part, ...rest] = isLong ? argv.slice(1) : argv;
if (part !== undefined && !PARTS.includes(part)) {
  console.error(`unknown part "${part}"; use: npm test [-- unit|e2e [arguments]]`);
  process.exit(2);
}
const wanted = part ? [part] : PARTS;
const set = SETS[isLong ? 'long' : 'short'];
const argsOf = (each) => (rest.length > 0 ? rest : set[each]);
const TOOLS = {
  unit: ['redis-server', 'faketime', 'postgres', 'promtool'],
  e2e: ['redis-server', 'chromium', 'postgres'],
};
await setup([...new Set(wanted.flatMap((each) => TOOLS[each]))], wanted.includes('unit') ? [NEWER_NODE] : []);

// Whatever a test leaves behind is in here, also when it is killed; a browser that ends may still write.
const folder = mkdtempSync(join(tmpdir(), 'lockscope-test-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
endWithParent(() => stopAll(5_000));

const env = { ...process.env, TMPDIR: folder, LOCKSCOPE_CHROMIUM: findTool('chromium') ?? '' };
let counts = noCounts();
const built = wanted.length === PARTS.length ? buildMeanwhile() : null;
if (wanted.includes('unit')) counts = addCounts(counts, await unitTests());
await built;
if (wanted.includes('e2e')) counts = addCounts(counts, await browserTests());

printSummary(isLong ? 'npm run test:long' : 'npm test', describeCounts(counts));
process.exitCode = exitCodeOf(counts);

function projects(...names) {
  return names.flatMap((name) => ['--project', name]);
}

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
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...argsOf('unit')];
  const code = await run(process.execPath, args, { cwd: root, env: { ...env, LOCKSCOPE_COUNTS: file } });
  return readCounts('vitest', file, code);
}

async function browserTests() {
  const file = join(folder, 'e2e.json');
  const cli = join(root, 'node_modules/@playwright/test/cli.js');
  const reporters = `list,${join(root, 'bin/playwright-counts.mjs')}`;
  const args = [
    cli,
    'test',
    '--config',
    'e2e/playwright.config.ts',
    `--reporter=${reporters}`,
    ...argsOf('e2e'),
  ];
  const code = await run(process.execPath, args, { cwd: root, env: { ...env, LOCKSCOPE_COUNTS: file } });
  return readCounts('Playwright', file, code);
}

function readCounts(runner, file, code) {
  try {
    const counts = JSON.parse(readFileSync(file, 'utf8'));
    // A runner also ends badly for failed tests, which the counts say already.
    return { ...counts, broken: code === 0 || counts.failed.length > 0 ? [] : [runner] };
  } catch {
    return { ...noCounts(), broken: [`${runner} (it reported nothing)`] };
  }
}
