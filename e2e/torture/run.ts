/** `npm run test:torture`: rounds of a seed until enough operations were made; ends with 1 on a violation. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { wantsIoredis5 } from '../../bin/ioredis.mjs';
import { BROKEN_NAMES, type BrokenName } from './broken-scripts';
import { KINDS, type Kind } from './events';
import { exportedKinds } from './kinds';
import { LONG, planRound } from './plan-round';
import { describeViolation, firstOfEachRule } from './report';
import { torture } from './torture';

const USAGE = `usage: npm run test:torture -- [options]
  --seed TEXT      the same seed plans the same rounds (default: random)
  --ops N          run until N calls have reached Redis (default 200000)
  --minutes M      run for M minutes instead
  --kinds a,b      of ${KINDS.join(', ')} (default: all that lib/locks exports)
  --round N        run this round alone
  --broken NAME    break a script first: ${BROKEN_NAMES.join(', ')}`;

await main(readArguments());

type Arguments = {
  seed: string;
  ops: number;
  minutes: number | null;
  kinds: Kind[];
  round: number | null;
  broken: BrokenName[];
};

async function main({ seed, ops, minutes, kinds, round, broken }: Arguments): Promise<void> {
  const notRun = KINDS.filter((kind) => !kinds.includes(kind));
  console.log(`ioredis ${ioredisVersion()}`);
  console.log(`seed ${seed}; kinds: ${kinds.join(', ')}; not run: ${notRun.join(', ') || 'none'}`);
  const startedAt = performance.now();
  const passedMs = () => performance.now() - startedAt;
  const totals = {
    operations: new Map<string, number>(),
    faults: new Map<string, number>(),
    checks: new Map<string, number>(),
  };
  let found = 0;
  const enough = () => (minutes === null ? sum(totals.operations) >= ops : passedMs() >= minutes * 60_000);

  for (let number = round ?? 0; found === 0; number++) {
    const plan = planRound(seed, number, kinds, LONG);
    const { record, checks, violations, operations } = await torture(plan, broken);
    add(totals.operations, operations);
    add(totals.checks, checks);
    for (const event of record.events)
      if (event.event === 'fault') add(totals.faults, new Map([[event.fault, 1]]));
    found += violations.length;
    const seconds = (passedMs() / 1e3).toFixed(0).padStart(4);
    console.log(
      `${seconds} s  round ${plan.name} (${plan.kinds.join(', ')}): ${sum(operations)} operations, ${violations.length} violations`,
    );
    for (const violation of firstOfEachRule(violations))
      console.log(`\n${describeViolation(violation, record)}`);
    if (violations.length > 0) {
      const rules = new Map<string, number>();
      for (const { rule } of violations) add(rules, new Map([[rule, 1]]));
      console.log(`\nviolations: ${describe(rules)}`);
      console.log(
        `\nthis round again: ${wantsIoredis5() ? 'LOCKSCOPE_IOREDIS=5 ' : ''}npm run test:torture -- --seed ${seed} --round ${number} --kinds ${kinds.join(',')}`,
      );
    }
    if (enough() || round !== null) break;
  }
  console.log(`\noperations: ${sum(totals.operations)} (${describe(totals.operations)})`);
  console.log(`faults: ${sum(totals.faults)} (${describe(totals.faults)})`);
  console.log(`checks: ${sum(totals.checks)}`);
  for (const [name, count] of totals.checks) console.log(`  ${name}: ${count}`);
  console.log(`violations: ${found}, after ${(passedMs() / 1e3).toFixed(0)} s`);
  process.exitCode = found > 0 ? 1 : 0;
}

/** Of what the processes of the rounds import, too: they resolve it as this one does. */
function ioredisVersion(): string {
  const manifest = new URL('../package.json', import.meta.resolve('ioredis'));
  return JSON.parse(readFileSync(manifest, 'utf8')).version;
}

function readArguments(): Arguments {
  try {
    const text = { type: 'string' } as const;
    const options = { seed: text, ops: text, minutes: text, kinds: text, round: text, broken: text };
    const { values } = parseArgs({ options: { ...options, help: { type: 'boolean' } } });
    if (values.help) usage(0);
    const exported = exportedKinds();
    return {
      seed: seedOf(values.seed ?? randomBytes(4).toString('hex')),
      ops: numberOf('ops', values.ops ?? '200000'),
      minutes: values.minutes === undefined ? null : numberOf('minutes', values.minutes),
      kinds: values.kinds === undefined ? exported : listOf('kinds', values.kinds, exported),
      round: values.round === undefined ? null : numberOf('round', values.round),
      broken: values.broken === undefined ? [] : listOf('broken', values.broken, BROKEN_NAMES),
    };
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return usage(2);
  }
}

function usage(code: number): never {
  console.log(USAGE);
  process.exit(code);
}

function seedOf(text: string): string {
  if (!/^[\w.-]+$/.test(text)) throw new Error('--seed takes letters, digits, dots, dashes and underscores');
  return text;
}

function numberOf(name: string, text: string): number {
  const value = Number(text);
  if (!(value >= 0)) throw new Error(`--${name} takes a number`);
  return value;
}

function listOf<T extends string>(name: string, text: string, known: readonly T[]): T[] {
  const wanted = text.split(',').filter(Boolean);
  const unknown = wanted.filter((each) => !known.some((other) => other === each));
  if (unknown.length > 0 || wanted.length === 0)
    throw new Error(`--${name} takes some of ${known.join(', ')}, not ${text}`);
  return known.filter((each) => wanted.includes(each));
}

function add(totals: Map<string, number>, more: ReadonlyMap<string, number>): void {
  for (const [name, count] of more) totals.set(name, (totals.get(name) ?? 0) + count);
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}

function describe(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([name, count]) => `${name} ${count}`).join(', ');
}
