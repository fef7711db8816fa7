/** `npm run check`: types, lint, architecture, generated files. Runs every step and names those that failed. */
import { join } from 'node:path';
import { endWithParent, run, stopAll } from './children.mjs';
import { NEWER_NODE, root, setup } from './setup.mjs';
import { printSummary } from './test-counts.mjs';

endWithParent(() => stopAll(5_000));
await setup(['redis-server'], [NEWER_NODE]);

const inModules = (path) => join(root, 'node_modules', path);
const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' };
const vitest = [inModules('vitest/vitest.mjs'), 'run', '--project', 'pure', '--reporter=dot'];
const steps = [
  ['route types', [inModules('next/dist/bin/next'), 'typegen']],
  ['types', [inModules('typescript/bin/tsc'), '--noEmit', '-p', '.']],
  ['lint', [inModules('@biomejs/biome/bin/biome'), 'check', '.']],
  ['architecture', [...vitest, 'e2e/architecture.test.ts']],
  ['generated files', ['--import', 'tsx', 'bin/generated-files.ts', '--check']],
];

const failed = [];
for (const [name, args] of steps) {
  console.log(`\n[check] ${name}`);
  if ((await run(process.execPath, args, { cwd: root, env })) !== 0) failed.push(name);
}
printSummary('npm run check', failed.length === 0 ? 'all checks passed' : `failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
