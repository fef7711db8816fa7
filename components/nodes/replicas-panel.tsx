import { useT } from '@/components/i18n/use-t';
import { Panel } from '@/components/ui/panel';
import { ScrollRegion } from '@/components/ui/scroll-region';
import type { NodeStatus } from '@/lib/contract/nodes';
import type { ReplicaStatus } from '@/lib/contract/replica';
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
      <ScrollRegion label={t('title')} className="overflow-x-auto">
        <table className="tabular-nums w-full">
          <caption className="sr-only">{t('caption')}</caption>
          <thead className="text-3 text-xs">
            <tr className="h-8 [&>th]:border-line [&>th]:border-b [&>th]:px-3">
              <th scope="col">{t('address')}</th>
              <th scope="col">{t('state')}</th>
              {REPLICA_FIGURES.map((figure) => (
                <th key={figure} scope="col" className="whitespace-nowrap">
                  {t(figure)}
                </th>
              ))}
            </tr>
          </thead>
          {primaries.map((node) => (
            <Rows key={`${node.target} ${node.node} ${node.db}`} node={node} nowMs={nowMs} />
          ))}
        </table>
      </ScrollRegion>
      <div className="border-line border-t px-3 py-2">
        <p className="max-w-[110ch] text-3 text-sm">{t('help')}</p>
      </div>
    </Panel>
  );
}

function Rows({ node, nowMs }: { node: NodeStatus; nowMs: number }) {
  const t = useT('replicas');
  return (
    <tbody className="[&>tr]:border-line [&>tr]:border-b last:[&>tr:last-child]:border-b-0">
      <tr className="h-8 bg-sunken">
        <th scope="rowgroup" colSpan={REPLICA_FIGURES.length + 2} className="px-3 font-normal">
          <span className="font-semibold">{node.target}</span>{' '}
          <bdi dir="ltr" className="mono text-2">
            {node.node}
          </bdi>{' '}
          <span className="text-3 text-xs">{t('primary')}</span>
        </th>
      </tr>
      {node.replicas?.map((replica) => (
        <Row key={replica.address} replica={replica} nowMs={nowMs} />
      ))}
    </tbody>
  );
}

function Row({ replica, nowMs }: { replica: ReplicaStatus; nowMs: number }) {
  const t = useT('replicas');
  return (
    <tr className="hover:bg-hover [&>*]:px-3 [&>*]:py-2 [&>*]:align-top">
      <th scope="row" className="whitespace-nowrap ps-6! font-normal">
        <bdi dir="ltr" className="mono block text-2">
          {replica.address}
        </bdi>
        <span className="block text-3 text-xs">{t('replica')}</span>
      </th>
      <td className="max-w-80">
        <ReplicaStateBadge state={replica.state} />
        <ReplicaTrouble replica={replica} />
      </td>
      {REPLICA_FIGURES.map((figure) => (
        <td key={figure} className="whitespace-nowrap">
          <ReplicaFact replica={replica} figure={figure} nowMs={nowMs} />
        </td>
      ))}
    </tr>
  );
}
