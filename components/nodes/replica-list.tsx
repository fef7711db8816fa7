import { useT } from '@/components/i18n/use-t';
import { RowFacts } from '@/components/ui/data-table/row-lines';
import type { NodeStatus } from '@/lib/contract/nodes';
import { ReplicaStateBadge, ReplicaTrouble } from './replica-parts';
import { replicaFacts } from './replicas-panel';

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
            <RowFacts columns={replicaFacts(nowMs)} heads={(id) => t(id)} row={replica} />
          </dl>
        </li>
      ))}
    </ul>
  );
}
