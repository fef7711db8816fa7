import { useT } from '@/components/i18n/use-t';
import { KnownByText } from '@/components/lock-parts/known-by';
import { columnsOf } from '@/components/ui/data-table/column';
import { DataTable } from '@/components/ui/data-table/data-table';
import { Panel } from '@/components/ui/panel';
import type { NodeStatus } from '@/lib/contract/nodes';
import { NodeFindings } from './node-findings';
import { nodeKeyOf } from './nodes-table';
import { SAFETY_FIGURES, useSafetyFigures } from './use-safety-figures';

type Props = { nodes: readonly NodeStatus[]; nowMs: number };

/** How safe each node is for locks, as it says itself, and what was found about it. */
export function SafetyPanel({ nodes, nowMs }: Props) {
  const t = useT('nodes');
  const facts = useSafetyFacts();
  return (
    <Panel title={t('safety.title')} hint={t('safety.hint')} className="max-sm:hidden">
      <DataTable
        caption={t('safety.caption')}
        label={t('safety.title')}
        scroll="overflow-x-auto"
        className="tabular-nums"
        columns={[
          {
            id: 'node',
            head: t('node'),
            names: true,
            cellClass: 'max-w-64',
            cell: ({ target, node }) => (
              <>
                <span className="block truncate font-semibold">{target}</span>
                <bdi dir="ltr" className="mono block truncate text-2">
                  {node}
                </bdi>
              </>
            ),
          },
          ...facts.map((fact) => ({ ...fact, head: t(`safety.${fact.id}`), className: 'whitespace-nowrap' })),
        ]}
        groups={nodes.map((node) => ({
          key: nodeKeyOf(node),
          rows: [node],
          foot: (
            <tr className="[&>*]:px-3 [&>*]:pt-1 [&>*]:pb-2.5">
              <td colSpan={facts.length + 1}>
                <Found node={node} nowMs={nowMs} />
              </td>
            </tr>
          ),
        }))}
        rowKey={nodeKeyOf}
        rowClass="border-b-0! align-top [&>*]:pt-2"
      />
    </Panel>
  );
}

function Found({ node, nowMs }: { node: NodeStatus; nowMs: number }) {
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <NodeFindings node={node} />
      </div>
      {node.health ? (
        <KnownByText known={{ by: 'read', atMs: node.health.atMs }} nowMs={nowMs} form="ago" />
      ) : null}
    </div>
  );
}

/** What a node says of its own safety, for the table and the cards. */
export function useSafetyFacts() {
  const t = useT('nodes');
  const figuresOf = useSafetyFigures();
  return columnsOf<NodeStatus>()(
    ...SAFETY_FIGURES.map((id) => ({
      id,
      cell: ({ health }: NodeStatus) =>
        figuresOf(health)[id] ?? <span className="text-3">{t('unknown')}</span>,
      lineClass: 'text-end',
    })),
  );
}
