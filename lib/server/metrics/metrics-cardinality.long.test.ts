import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRuntime } from '../../../e2e/support/a-runtime';
import { type Exposition, expositionOf, valueIn } from '../../../e2e/support/exposition';
import { fileServer } from '../../../e2e/support/file-server';
import { promtool } from '../../../e2e/support/promtool';
import { until } from '../../../e2e/support/redis-server';
import type { Runtime } from '../runtime/types';
import { MOST_FAMILIES } from './metrics-families';

const LOCKS = 10_000;
const BATCH = 1_000;
const TOKEN = 'c41f'.repeat(8);
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const HOSTILE = [
  'quote"} 1\nlockscope_locks{target="forged"} 7\n:lock',
  'back\\slash\\:lock',
  'carriage\rreturn\u2028\u0085:lock',
  'not utf-8 \xff\xfe:lock',
  `${'long'.repeat(200)}:lock`,
  '# TYPE lockscope_locks counter:lock',
  'other',
  '',
];

const own = fileServer();
let runtime: Runtime;
let folder: string;
let text: string;
let told: Exposition;

/** How many locks are told to have no TTL: all of them have none. */
function noTtl(): number | undefined {
  return valueIn(told, 'lockscope_findings', { code: 'no-ttl', severity: 'at-risk' });
}

/** A name without digits: a family of its own. */
function nameOf(i: number): string {
  let [rest, name] = [i, ''];
  for (let at = 0; at < 4; at++, rest = Math.floor(rest / 26)) name += LETTERS[rest % 26];
  return `unlike-${name}:lock`;
}

beforeAll(async () => {
  for (let from = 0; from < LOCKS; from += BATCH) {
    const pipeline = own.redis.pipeline();
    for (let i = from; i < from + BATCH; i++) pipeline.set(nameOf(i), TOKEN);
    await pipeline.exec();
  }
  for (const name of HOSTILE) await own.redis.set(Buffer.from(name, 'latin1'), TOKEN);
  folder = await mkdtemp(join(tmpdir(), 'lockscope-metrics-'));
  const config = join(folder, 'config.json');
  const target = { name: 'test', url: own.server.url, patterns: ['*'], commandsPerSecond: 5_000 };
  await writeFile(config, JSON.stringify({ targets: [target] }));
  runtime = await startRuntime({ LOCKSCOPE_CONFIG: config });
  await until('every lock', () => runtime.locks().length === LOCKS + HOSTILE.length, 400_000);
  await until('every finding', async () => {
    text = await runtime.metrics.text(runtime);
    told = expositionOf(text);
    return noTtl() === LOCKS + HOSTILE.length;
  });
}, 600_000);
afterAll(async () => {
  await runtime.close();
  await rm(folder, { recursive: true, force: true });
});

test('10,000 locks without a shape in common have a bounded number of series', () => {
  const locks = told.samples.filter(({ name }) => name === 'lockscope_locks');
  expect(locks.reduce((sum, { value }) => sum + value, 0)).toBe(LOCKS + HOSTILE.length);
  const families = told.samples.filter(({ name }) => name === 'lockscope_family_locks');
  expect(families).toHaveLength(MOST_FAMILIES + 1);
  expect(families.reduce((sum, { value }) => sum + value, 0)).toBe(LOCKS + HOSTILE.length);
  expect(told.samples.length).toBeLessThan(1_000);
});

test('none of them has a holder or token in it', () => {
  expect(text).not.toContain(TOKEN.slice(0, 8));
});
test('hostile names stay inside their label', () => {
  const families = told.samples.flatMap(({ name, labels }) =>
    name === 'lockscope_family_locks' ? [labels.family ?? ''] : [],
  );
  expect(families).toContain('quote"} *\\x*alockscope_locks{target="forged"} *\\x*a:lock');
  expect(families).toContain('back\\slash\\:lock');
  expect(families).toContain('(empty)');
  expect(families.filter((family) => family === 'other')).toHaveLength(1);
  expect(families.filter((family) => family.length > 121 || family === '')).toEqual([]);
  expect(valueIn(told, 'lockscope_locks', { target: 'forged' })).toBeUndefined();
  expect(told.types.get('lockscope_locks')).toBe('gauge');
});

test('the findings on all of them are counted, and none is told by name', () => {
  expect(noTtl()).toBe(LOCKS + HOSTILE.length);
  const findings = told.samples.filter(({ name }) => name === 'lockscope_findings');
  expect(new Set(findings.flatMap(({ labels }) => Object.keys(labels)))).toEqual(
    new Set(['target', 'code', 'severity']),
  );
});

test('asking again and again names the same families', async () => {
  const again = expositionOf(await runtime.metrics.text(runtime));
  const namesOf = ({ samples }: Exposition) =>
    samples.flatMap(({ name, labels }) => (name === 'lockscope_family_locks' ? [labels.family] : []));
  expect(namesOf(again)).toEqual(namesOf(told));
});

test('Prometheus finds nothing wrong with them', (context) => {
  expect(promtool(context, ['check', 'metrics'], text)).toEqual({ code: 0, text: '' });
});
