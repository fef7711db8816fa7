/**
 * The lock client against a bare ioredis loop and against other libraries, each with connections of its own kind, all in
 * this process: `[--only part,part] [--rounds N] [--json]`. Requirements that are missed are told, not punished.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { type Figure, printReport } from '../support/bench-report';
import { bystander } from './client/bystander';
import { libraries } from './client/contenders';
import { handOver } from './client/hand-over';
import { heldLeases } from './client/held-leases';
import { bare, barePublishing, barePush } from './client/libraries/bare';
import { ours, oursRedlock } from './client/libraries/ours';
import type { Part, PartOptions } from './client/part';
import { profile } from './client/profile';
import { redlock } from './client/redlock';
import { steps } from './client/steps';
import { uncontended } from './client/uncontended';
import { waiters } from './client/waiters';

const PARTS: Record<string, (options: PartOptions) => Promise<Part>> = {
  uncontended,
  bystander,
  'hand-over': handOver,
  waiters,
  redlock,
  'held-leases': heldLeases,
  profile,
  steps,
};
const DEFAULT_ROUNDS = 5;

function optionOf(name: string): string | undefined {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
}

function partNames(): string[] {
  const asked = optionOf('only')?.split(',') ?? Object.keys(PARTS);
  const unknown = asked.filter((name) => !(name in PARTS));
  if (unknown.length === 0) return asked;
  console.error(`There is no part "${unknown[0]}". Parts: ${Object.keys(PARTS).join(', ')}`);
  process.exit(2);
}

const PACKAGES = ['ioredis', 'redlock', '@sesamecare-oss/redlock', 'redis-semaphore', 'redlock-universal'];

function versionOf(name: string): string {
  const folder = name === 'redlock-universal' ? '../interop/node/newer-node' : '../..';
  const file = new URL(`${folder}/node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/** What a figure cannot be compared without. */
function machine() {
  return {
    node: process.version,
    redis: /v=(\S+)/.exec(execFileSync('redis-server', ['--version'], { encoding: 'utf8' }))?.[1] ?? '',
    packages: Object.fromEntries(PACKAGES.map((name) => [name, versionOf(name)])),
    cores: cpus().length,
    processor: cpus()[0]?.model ?? '',
  };
}

function load(when: string): Figure {
  return { name: `load average of one minute, ${when}`, value: loadavg()[0] ?? 0, unit: 'processes' };
}

function printRequirements(parts: readonly Part[]): void {
  const all = parts.flatMap(({ title, requirements }) => requirements.map((each) => ({ title, ...each })));
  if (all.length === 0) return;
  const width = Math.max(...all.map(({ name }) => name.length));
  let title = '';
  for (const each of all) {
    if (each.title !== title) console.log(`\nRequirements: ${each.title}`);
    title = each.title;
    const value = String(Number(each.value.toPrecision(4)));
    console.log(
      `  ${each.name.padEnd(width)}  ${value.padEnd(10)} ${each.limit.padEnd(12)} ${each.met ? 'met' : 'MISSED'}`,
    );
  }
  console.log(`\n${all.filter(({ met }) => met).length} of ${all.length} requirements met`);
}

const rounds = Math.max(1, Math.floor(Number(optionOf('rounds') ?? DEFAULT_ROUNDS)));
const baseline =
  'a bare ioredis loop of SET NX PX and EVALSHA compare-and-delete (hand-over: with a message)';
const loads = [load('at the start')];
const parts: Part[] = [];
for (const name of partNames()) {
  try {
    const part = await PARTS[name]?.({ rounds });
    if (part) parts.push(part);
  } catch (error) {
    console.error(`${name} could not be measured:`, error); // what the other parts found is worth having
    process.exitCode = 1;
  }
}
loads.push(load('at the end'));
const settings = [bare, barePush, barePublishing, ...ours, ...oursRedlock, ...libraries].map(
  ({ name, settings }) => ({
    name,
    settings,
  }),
);
const report = {
  name: 'client',
  baseline,
  rounds,
  machine: machine(),
  figures: [...loads, ...parts.flatMap(({ title, figures }) => figures.map((f) => ({ part: title, ...f })))],
  requirements: parts.flatMap(({ title, requirements }) => requirements.map((r) => ({ part: title, ...r }))),
  notes: parts.flatMap(({ title, notes }) => notes.map((note) => ({ part: title, note }))),
  settings,
};
if (process.argv.includes('--json')) printReport(report);
else {
  const { packages, ...rest } = report.machine;
  printReport({ ...report, figures: loads });
  console.log(
    `  ${Object.entries({ ...rest, ...packages })
      .map((entry) => entry.join(' '))
      .join(', ')}`,
  );
  for (const { title, baseline, figures, notes } of parts) {
    console.log();
    printReport({ name: title, baseline, figures });
    for (const note of notes) console.log(`  ${note}`);
  }
  printRequirements(parts);
  console.log('\nSettings');
  for (const { name, settings } of report.settings) console.log(`  ${name}: ${settings}`);
}
