import { expect, it } from 'vitest';
import type { OpenFinding } from '@/lib/contract/findings';
import { groupsOf } from './group-findings';

function finding(change: Partial<OpenFinding>): OpenFinding {
  return {
    code: 'no-ttl',
    severity: 'at-risk',
    sinceMs: 0,
    evidence: [],
    id: 'main.0.a',
    target: 'main',
    node: null,
    command: null,
    key: 'a',
    count: 1,
    silence: null,
    ...change,
  };
}

it('puts the gravest rule first, then the most frequent, and the longest open finding on top', () => {
  const groups = groupsOf([
    finding({ code: 'identifies-nobody', severity: 'info' }),
    finding({ sinceMs: 20 }),
    finding({ sinceMs: 10 }),
    finding({ code: 'renewal-late' }),
  ]);
  expect(groups.map(({ code, count }) => [code, count])).toEqual([
    ['no-ttl', 2],
    ['renewal-late', 1],
    ['identifies-nobody', 1],
  ]);
  expect(groups[0]?.findings.map(({ sinceMs }) => sinceMs)).toEqual([10, 20]);
});

it('counts the locks behind a silent node, not the node', () => {
  expect(groupsOf([finding({ code: 'node-silent', id: null, key: null, count: 12 })])[0]?.count).toBe(12);
});
