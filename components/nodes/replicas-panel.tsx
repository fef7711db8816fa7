import { useT } from '@/components/i18n/use-t';
import { columnsOf } from '@/components/ui/data-table/column';
import { DataTable } from '@/components/ui/data-table/data-table';
import { Panel } from '@/components/ui/panel';
import type { NodeStatus } from '@/lib/contract/nodes';
import type { ReplicaStatus } from '@/lib/contract/replica';
import { nodeKeyOf } from './nodes-table';
import { ReplicaFact, ReplicaStateBadge, ReplicaTrouble } from './replica-parts';
import { REPLICA_FIGURES } from './use-replica-figures';

type Props = { nodes: readonly NodeStatus[]; nowMs: number };

/** The replicas of each primary, as they say themselves; nothing where no primary has any. */
export function ReplicasPanel({ nodes, nowMs }: Props) {
  const t = useT('replicas');
  const primaries = nodes.filter(({ replicas }) => replicas !== null && replicas.length > 0);
  if (primaries.length === 0) return null;
  return (
    <Panel title={t('title')} hint={t('hint')} className="max-sm:hidden">
      <DataTable
        caption={t('caption')}
        label={t('title')}
        scroll="overflow-x-auto"
        className="tabular-nums"
        columns={[
          {
            id: 'address',
            names: true,
            cellClass: 'whitespace-nowrap ps-6!',
            cell: ({ address }) => (
              <>
                <bdi dir="ltr" className="mono block text-2">
                  {address}
                </bdi>
                <span className="block text-3 text-xs">{t('replica')}</span>
              </>
            ),
          },
          {
            id: 'state',
            cellClass: 'max-w-80',
            cell: (replica) => (
              <>
                <ReplicaStateBadge state={replica.state} />
                <ReplicaTrouble replica={replica} />
              </>
            ),
          },
          ...replicaFacts(nowMs),
        ]}
        heads={(id) => t(id)}
        groups={primaries.map((node) => ({
          key: nodeKeyOf(node),
          head: (
            <>
              <span className="font-semibold">{node.target}</span>{' '}
              <bdi dir="ltr" className="mono text-2">
                {node.node}
              </bdi>{' '}
              <span className="text-3 text-xs">{t('primary')}</span>
            </>
          ),
          rows: node.replicas ?? [],
        }))}
        groupClass="h-8! bg-sunken"
        rowKey={({ address }) => address}
        rowClass="align-top hover:bg-hover [&>*]:py-2"
      />
      <div className="border-line border-t px-3 py-2">
        <p className="max-w-[110ch] text-3 text-sm">{t('help')}</p>
      </div>
    </Panel>
  );
}

/** What is known of a replica, for the table and the cards. */
export function replicaFacts(nowMs: number) {
  return columnsOf<ReplicaStatus>()(
    ...REPLICA_FIGURES.map((id) => ({
      id,
      className: 'whitespace-nowrap',
      cell: (replica: ReplicaStatus) => <ReplicaFact replica={replica} figure={id} nowMs={nowMs} />,
      lineClass: 'text-end [&>span]:justify-end',
    })),
  );
}
