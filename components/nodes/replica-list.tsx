import { useT } from '@/components/i18n/use-t';
import type { NodeStatus } from '@/lib/contract/nodes';
import { ReplicaFact, ReplicaStateBadge, ReplicaTrouble } from './replica-parts';
import { REPLICA_FIGURES } from './use-replica-figures';

/** The replicas of one primary, one below the other, for narrow screens. */
export function ReplicaList({ node, nowMs }: { node: NodeStatus; nowMs: number }) {
  const t = useT('replicas');
  if (!node.replicas || node.replicas.length === 0) return null;
  return (
    <ul aria-label={t('of', { node: node.node })}>
      {node.replicas.map((replica) => (
        <li key={replica.address} className="border-line border-t py-3">
          <div className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <bdi dir="ltr" className="mono block truncate text-2">
                {replica.address}
              </bdi>
              <span className="block text-3 text-xs">{t('replica')}</span>
            </div>
            <ReplicaStateBadge state={replica.state} />
          </div>
          <ReplicaTrouble replica={replica} />
          <dl className="tabular-nums pt-2">
            {REPLICA_FIGURES.map((figure) => (
              <div
                key={figure}
                className="flex min-h-7 items-center justify-between gap-4 border-line border-t"
              >
                <dt className="text-3 text-sm">{t(figure)}</dt>
                <dd className="min-w-0 text-end [&>span]:justify-end">
                  <ReplicaFact replica={replica} figure={figure} nowMs={nowMs} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
