'use client';

import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import type { NodeHealth } from '@/lib/contract/node-health';

export const SAFETY_FIGURES = ['role', 'replicas', 'skew', 'memory', 'policy', 'persistence'] as const;

type SafetyFigure = (typeof SAFETY_FIGURES)[number];

/** A replica that lacks something for this long is late. */
const LATE_MS = 5_000;

/** What a node says of its own safety as text; null = it cannot be known. */
export function useSafetyFigures(): (health: NodeHealth | null) => Record<SafetyFigure, string | null> {
  const t = useT('nodes');
  const format = useFormat();

  function roleOf({ role, follows }: NodeHealth['replication']): string | null {
    if (role === null) return null;
    if (follows === null) return t(`safety.roles.${role}`);
    return t(follows ? 'safety.follows' : 'safety.lost');
  }

  function replicasOf({ role, replicas }: NodeHealth['replication']): string | null {
    if (replicas === null) return role === 'replica' ? '–' : null;
    const count = replicas.length;
    if (count === 0) return t('safety.noReplicas');
    const late = replicas.filter(({ state, behindMs }) => state === 'gone' || behindMs >= LATE_MS).length;
    return late === 0 ? t('safety.inStep', { count }) : t('safety.late', { late, count });
  }

  function skewOf(clock: NodeHealth['clock']): string | null {
    if (!clock) return null;
    const [off, error] = [format.span(Math.abs(clock.skewMs)), format.span(clock.errorMs)];
    if (Math.abs(clock.skewMs) <= clock.errorMs) return t('safety.same', { error });
    return t(clock.skewMs < 0 ? 'safety.behind' : 'safety.ahead', { off, error });
  }

  function memoryOf({ usedBytes, maxBytes }: NodeHealth['memory']): string | null {
    if (usedBytes === null || maxBytes === null) return null;
    const used = format.bytes(usedBytes);
    return maxBytes === 0
      ? t('safety.noLimit', { used })
      : t('safety.used', { used, max: format.bytes(maxBytes) });
  }

  function persistenceOf({ appendOnly, fsync, snapshots }: NodeHealth['persistence']): string | null {
    if (appendOnly === null || snapshots === null) return null;
    if (!appendOnly) return t(snapshots ? 'safety.snapshots' : 'safety.nothing');
    return t(snapshots ? 'safety.both' : 'safety.fsync', { fsync: fsync ?? t('unknown') });
  }

  return (health) => ({
    role: health && roleOf(health.replication),
    replicas: health && replicasOf(health.replication),
    skew: health && skewOf(health.clock),
    memory: health && memoryOf(health.memory),
    policy: health && (health.memory.maxBytes === 0 ? t('safety.neverFull') : health.memory.policy),
    persistence: health && persistenceOf(health.persistence),
  });
}
