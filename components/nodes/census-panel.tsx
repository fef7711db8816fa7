import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { KnownByText } from '@/components/lock-parts/known-by';

import { DataTable, type RowGroup } from '@/components/ui/data-table/data-table';
import { Panel } from '@/components/ui/panel';
import type { CensusHit, NodeStatus } from '@/lib/contract/nodes';
import { nodeKeyOf } from './nodes-table';

type Props = { nodes: readonly NodeStatus[]; nowMs: number };

/** Which lock libraries have run on each node, as far as its script cache tells: a hint. */
export function CensusPanel({ nodes, nowMs }: Props) {
  const t = useT('nodes');
  const format = useFormat();
  return (
    <Panel title={t('census.title')} hint={t('census.hint')} className="max-w-[960px]">
      <DataTable
        caption={t('census.caption')}
        className="tabular-nums"
        columns={[
          {
            id: 'library',
            names: true,
            cell: ({ library }) => <span className="block ps-4">{library}</span>,
          },
          { id: 'versions', cellClass: 'num text-2', cell: ({ versions }) => versions.join(', ') },
          {
            id: 'scripts',
            end: true,
            cell: ({ found, known }) =>
              t('census.found', { found: format.count(found), known: format.count(known) }),
          },
        ]}
        heads={(id) => t(`census.${id}`)}
        groups={nodes.map((node) =>
          groupOf(node, nowMs, node.census === null ? t('census.unknown') : t('census.none')),
        )}
        rowKey={({ library }) => library}
        lined
      />
      <p className="max-w-[100ch] px-3 py-2 text-3 text-sm">{t('census.help')}</p>
    </Panel>
  );
}

/** A node, the libraries it knows the scripts of, or what is said in their place. */
function groupOf({ census, ...node }: NodeStatus, nowMs: number, said: string): RowGroup<CensusHit> {
  return {
    key: nodeKeyOf(node),
    head: (
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <span className="font-semibold">{node.target}</span>
        <bdi dir="ltr" className="mono min-w-0 truncate text-2">
          {node.node}
        </bdi>
        {census ? (
          <KnownByText
            known={{ by: 'read', atMs: census.atMs }}
            nowMs={nowMs}
            form="ago"
            className="ms-auto"
          />
        ) : null}
      </span>
    ),
    rows: census?.hits ?? [],
    foot: census?.hits.length ? null : (
      <tr className="h-row">
        <td colSpan={3} className="px-3 text-3">
          <span className="block ps-4">{said}</span>
        </td>
      </tr>
    ),
  };
}
