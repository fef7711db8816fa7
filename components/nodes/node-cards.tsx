import { useT } from '@/components/i18n/use-t';
import type { NodeStatus } from '@/lib/contract/nodes';
import { NodeFindings } from './node-findings';
import { NodeStateBadge } from './node-state';
import { NodeEvents, NodeName } from './nodes-table';
import { ReplicaList } from './replica-list';
import { NODE_FIGURES, useNodeFigures } from './use-node-figures';
import { SAFETY_FIGURES, useSafetyFigures } from './use-safety-figures';

const ROW = 'flex min-h-7 items-center justify-between gap-4 border-line border-t';

/** The table's rows one below the other, for narrow screens. */
export function NodeCards({ nodes, nowMs }: { nodes: readonly NodeStatus[]; nowMs: number }) {
  return (
    <ul className="flex flex-col gap-3 sm:hidden">
      {nodes.map((node) => (
        <Card key={`${node.target} ${node.node} ${node.db}`} node={node} nowMs={nowMs} />
      ))}
    </ul>
  );
}

function Card({ node, nowMs }: { node: NodeStatus; nowMs: number }) {
  const t = useT('nodes');
  const figures = useNodeFigures()(node);
  const safety = useSafetyFigures()(node.health);
  return (
    <li className="panel p-3">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <NodeName node={node} />
        </div>
        <NodeStateBadge state={node.state} />
      </div>
      {node.problem ? <p className="pt-2 text-2 text-sm">{node.problem}</p> : null}
      <dl className="tabular-nums pt-2">
        <div className={ROW}>
          <dt className="text-3 text-sm">{t('events')}</dt>
          <dd className="min-w-0">
            <NodeEvents node={node} />
          </dd>
        </div>
        {NODE_FIGURES.map((figure) => (
          <div key={figure} className={ROW}>
            <dt className="text-3 text-sm">{t(figure)}</dt>
            <dd className="whitespace-nowrap">
              {figures[figure] ?? <span className="text-3">{t('unknown')}</span>}
            </dd>
          </div>
        ))}
        {SAFETY_FIGURES.map((figure) => (
          <div key={figure} className={ROW}>
            <dt className="text-3 text-sm">{t(`safety.${figure}`)}</dt>
            <dd className="min-w-0 text-end">
              {safety[figure] ?? <span className="text-3">{t('unknown')}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <ReplicaList node={node} nowMs={nowMs} />
      <div className="border-line border-t pt-3">
        <NodeFindings node={node} />
      </div>
    </li>
  );
}
