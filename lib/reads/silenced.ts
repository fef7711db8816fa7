import type { OpenFinding } from '../contract/findings';
import type { Lock } from '../contract/lock';
import type { Overview } from '../contract/overview';
import type { LockId } from '../domain/keys/lock-id';
import { findingCountOf, isUrgent } from './findings';

/**
 * The part of an overview that needs no attention: locks with a silenced finding and no severe open one, holders that are
 * gone and nodes that are silent where exactly that is silenced. Their states do not change. `worst` = locks shown by name.
 */
export function silencedOf(
  findings: readonly OpenFinding[],
  locks: readonly Lock[],
  worst: readonly LockId[],
): Overview['silenced'] {
  const quiet = findings.filter(({ silence }) => silence !== null);
  if (quiet.length === 0) return { lost: 0, atRisk: 0, gone: 0, nodes: 0, findings: 0, worst: [] };
  const grave = findings.filter((finding) => finding.silence === null && isUrgent(finding));
  const open = new Set(grave.map(({ id }) => id));
  const settled = new Set(quiet.flatMap(({ id }) => (id === null || open.has(id) ? [] : id)));
  const goneKnown = new Set(quiet.filter(({ code }) => code === 'holder-gone').map(({ id }) => id));
  const of = (state: Lock['state']) =>
    locks.filter((lock) => lock.state === state && settled.has(lock.id)).length;
  return {
    lost: of('lost'),
    atRisk: of('at-risk'),
    gone: locks.filter(
      ({ id, holders }) => goneKnown.has(id) && holders.some(({ verdict }) => verdict === 'gone'),
    ).length,
    nodes: quiet.filter(({ code }) => code === 'node-silent').length,
    findings: findingCountOf(quiet),
    worst: worst.filter((id) => settled.has(id)),
  };
}
