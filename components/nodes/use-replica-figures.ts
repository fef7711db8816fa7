'use client';

import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import type { ReplicaStatus } from '@/lib/contract/replica';

export const REPLICA_FIGURES = ['link', 'behind', 'locks', 'version', 'ping', 'cost'] as const;

/** `beside` = smaller, below it. */
type Figure = { text: string; beside?: string | undefined; tone?: 'risk' | 'lost' | undefined };
export type ReplicaFigure = (typeof REPLICA_FIGURES)[number];

/** A replica that lacks something for this long is late. */
const LATE_MS = 5_000;

/** What is known of a replica as text; null = it cannot be known. */
export function useReplicaFigures(): (replica: ReplicaStatus) => Record<ReplicaFigure, Figure | null> {
  const t = useT('replicas');
  const format = useFormat();

  function linkOf({ stream }: ReplicaStatus): Figure | null {
    if (!stream) return null;
    const beside = stream.by === 'primary' ? t('saysPrimary') : undefined;
    return { text: t(`links.${stream.link}`), beside, tone: stream.link === 'up' ? undefined : 'risk' };
  }

  function behindOf({ stream }: ReplicaStatus): Figure | null {
    if (!stream || stream.behindMs === null) return null;
    const { behindBytes, behindMs } = stream;
    if (behindBytes === 0) return { text: t('inStep') };
    const tone = behindMs >= LATE_MS ? 'risk' : undefined;
    const time = behindMs < LATE_MS ? format.latency(behindMs) : format.duration(behindMs);
    if (behindBytes === null) return { text: time, tone };
    return { text: t('behindBy', { bytes: format.bytes(behindBytes), time }), tone };
  }

  function locksOf({ locks }: ReplicaStatus): Figure | null {
    if (!locks) return null;
    const { present, missing, held } = locks;
    if (present + missing === 0) return { text: t('noLocks') };
    const asked = format.count(present + missing);
    const beside = held > present + missing ? t('sample', { held: format.count(held) }) : undefined;
    if (missing === 0) return { text: t('present', { present: format.count(present), asked }), beside };
    return { text: t('missing', { missing: format.count(missing), asked }), beside, tone: 'lost' };
  }

  return (replica) => ({
    link: linkOf(replica),
    behind: behindOf(replica),
    locks: locksOf(replica),
    version: versionOf(replica),
    ping: replica.pingMs === null ? null : { text: format.latency(replica.pingMs) },
    cost:
      replica.state === 'unasked'
        ? { text: '–' }
        : {
            text: t('perSecond', {
              used: format.count(replica.cost.commandsPerSecond),
              budget: format.count(replica.cost.budgetPerSecond),
            }),
          },
  });
}

function versionOf({ server, redisVersion }: ReplicaStatus) {
  if (server) return { text: `${server.name} ${server.version}` };
  return redisVersion === null ? null : { text: redisVersion };
}
