import { expect, test } from 'vitest';
import type { Decision } from '@/lib/contract/possible';
import type { PatternSetting } from '@/lib/contract/settings';
import { patternRowsOf } from './pattern-rows';

const source = { is: 'file', file: 'lockscope.config.json', key: 'targets[0]' } as const;
const pattern = (glob: string, is: PatternSetting['is'] = 'lock'): PatternSetting => ({
  ...{ glob, is, releases: false, setting: is === 'lock' ? 'patterns' : 'notLocks' },
});
const decision = (target: string, key: string, atMs: number): Decision => ({
  ...{
    id: `${target}.0.${key}`,
    target,
    key: { text: key, exact: true, byteLength: key.length },
    is: 'not-a-lock',
    by: 'mk',
    atMs,
  },
});

test('each target has its configuration, then its decisions with the newest first; targets that are gone have none', () => {
  const rows = patternRowsOf(
    [
      { name: 'orders', patterns: [pattern('job:*'), pattern('stock:*', 'not-a-lock')], from: source },
      { name: 'jobs', patterns: [], from: null },
    ],
    [
      decision('orders', 'a', 1),
      decision('gone', 'b', 2),
      decision('orders', 'c', 3),
      decision('jobs', 'a', 4),
    ],
  );
  expect(rows.map(({ target, glob, from }) => [target, glob, from.is])).toEqual([
    ['orders', 'job:*', 'setting'],
    ['orders', 'stock:*', 'setting'],
    ['orders', 'c', 'decision'],
    ['orders', 'a', 'decision'],
    ['jobs', 'a', 'decision'],
  ]);
  expect(rows[0]?.from).toEqual({ is: 'setting', setting: 'patterns', source });
  expect(new Set(rows.map(({ key }) => key)).size).toBe(5);
});
