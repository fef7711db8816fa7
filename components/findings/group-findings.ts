import type { Severity } from '@/lib/contract/codes';
import type { FindingCode } from '@/lib/contract/finding-codes';
import type { OpenFinding } from '@/lib/contract/findings';

export type Group = { code: FindingCode; severity: Severity; findings: OpenFinding[]; count: number };

const RANK: Record<Severity, number> = { lost: 3, 'at-risk': 2, contended: 1, info: 0 };

/** Findings by rule, the gravest rule first, the longest open finding first. */
export function groupsOf(findings: readonly OpenFinding[]): Group[] {
  const groups = new Map<FindingCode, Group>();
  for (const finding of findings) {
    const { code, severity, count } = finding;
    const group = groups.get(code) ?? { code, severity, findings: [], count: 0 };
    groups.set(code, group);
    group.findings.push(finding);
    group.count += count;
    if (RANK[severity] > RANK[group.severity]) group.severity = severity;
  }
  for (const group of groups.values()) group.findings.sort((a, b) => a.sinceMs - b.sinceMs);
  return [...groups.values()].sort((a, b) => RANK[b.severity] - RANK[a.severity] || b.count - a.count);
}
