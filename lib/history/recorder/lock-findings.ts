import type { Finding } from '../../contract/finding';
import { type BatchBuilder, ofLock } from './batch-builder';
import type { FindingChanges } from './finding-changes';
import type { Tracked } from './tracked';

const SECOND = 1_000;

/** Tells which findings of a lock are new or gone, all but the merely informative, and that a hold has no TTL. */
export function compareFindings(
  tracked: Tracked,
  changes: FindingChanges,
  builder: BatchBuilder,
  nowMs: number,
): void {
  const { last, info, findings } = tracked;
  // What is open cannot be known while its server is silent.
  if (last?.state === 'unknown') return;
  const next: readonly Finding[] = last?.findings ?? [];
  if (next === findings) return;
  tracked.findings = next;
  if (next.length === 0 && findings.length === 0) return;
  builder.lock(info);
  changes.compare({ lock: info.id, node: null, key: info.key.text }, loud(findings), loud(next), nowMs);
  if (!last || !next.some(({ code }) => code === 'no-ttl')) return;
  for (const { span } of tracked.holds.values()) {
    if (span.reportedNoTtl) continue;
    span.reportedNoTtl = true;
    builder.event(ofLock(last, 'no-ttl', Math.max(span.row.from_ms, nowMs - SECOND), {}));
  }
}

function loud(findings: readonly Finding[]): Finding[] {
  return findings.filter(({ severity }) => severity !== 'info');
}
