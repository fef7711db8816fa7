import { useT } from '@/components/i18n/use-t';
import { RowFacts } from '@/components/ui/data-table/row-lines';
import type { NodeStatus } from '@/lib/contract/nodes';
import { NodeFindings } from './node-findings';
import { NodeStateBadge } from './node-state';
import { NodeName, nodeKeyOf, useNodeFacts } from './nodes-table';
import { ReplicaList } from './replica-list';
import { useSafetyFacts } from './safety-panel';

/** The table's rows one below the other, for narrow screens. */
export function NodeCards({ nodes, nowMs }: { nodes: readonly NodeStatus[]; nowMs: number }) {
  return (
    <ul className="flex flex-col gap-3 sm:hidden">
      {nodes.map((node) => (
        <Card key={nodeKeyOf(node)} node={node} nowMs={nowMs} />
      ))}
    </ul>
  );
}

function Card({ node, nowMs }: { node: NodeStatus; nowMs: number }) {
  const t = useT('nodes');
  const facts = useNodeFacts();
  const safety = useSafetyFacts();
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
        <RowFacts columns={facts} heads={(id) => t(id)} row={node} />
        <RowFacts columns={safety} heads={(id) => t(`safety.${id}`)} row={node} />
      </dl>
      <ReplicaList node={node} nowMs={nowMs} />
      <div className="border-line border-t pt-3">
        <NodeFindings node={node} />
      </div>
    </li>
  );
}
