import { expect, test } from 'vitest';
import type { OpenFinding } from '../contract/findings';
import { grouped } from './findings';

function finding(
  code: OpenFinding['code'],
  id: string | null,
  change: Partial<OpenFinding> = {},
): OpenFinding {
  return {
    ...{ code, id, severity: 'at-risk', sinceMs: 1_000, evidence: [], target: 'shop', node: null },
    ...{ key: id, command: null, count: 1, silence: null },
    ...change,
  };
}

test('problems come by gravity, then by how many are known to wait behind them, then the newest first', () => {
  const waiting: Record<string, number | null> = { a: 2, b: 3, c: 4, d: null, e: 0 };
  const lines = grouped(
    [
      finding('no-ttl', 'd', { sinceMs: 9_000 }),
      finding('overstaying', 'c'),
      finding('holder-gone', 'a'),
      finding('deadlock', 'e', { severity: 'lost' }),
      finding('holder-gone', 'b', { sinceMs: 500 }),
      finding('no-persistence', null, { node: '127.0.0.1:6379', sinceMs: 2_000 }),
    ],
    (id) => waiting[id] ?? null,
  );
  expect(lines.map(({ code, id, count }) => [code, id, count])).toEqual([
    ['deadlock', 'e', 1],
    ['holder-gone', 'b', 2],
    ['overstaying', 'c', 1],
    ['no-ttl', 'd', 1],
    ['no-persistence', null, 1],
  ]);
});
