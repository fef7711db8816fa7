import { useT } from '@/components/i18n/use-t';
import { KnownByText } from '@/components/lock-parts/known-by';
import { Panel } from '@/components/ui/panel';
import { ScrollRegion } from '@/components/ui/scroll-region';
import type { NodeStatus } from '@/lib/contract/nodes';
import { NodeFindings } from './node-findings';
import { SAFETY_FIGURES, useSafetyFigures } from './use-safety-figures';

type Props = { nodes: readonly NodeStatus[]; nowMs: number };

/** How safe each node is for locks, as it says itself, and what was found about it. */
export function SafetyPanel({ nodes, nowMs }: Props) {
  const t = useT('nodes');
  return (
    <Panel title={t('safety.title')} hint={t('safety.hint')} className="max-sm:hidden">
      <ScrollRegion label={t('safety.title')} className="overflow-x-auto">
        <table className="w-full tabular-nums">
          <caption className="sr-only">{t('safety.caption')}</caption>
          <thead className="text-3 text-xs">
            <tr className="h-8 [&>th]:border-line [&>th]:border-b [&>th]:px-3">
              <th scope="col">{t('node')}</th>
              {SAFETY_FIGURES.map((figure) => (
                <th key={figure} scope="col" className="whitespace-nowrap">
                  {t(`safety.${figure}`)}
                </th>
              ))}
            </tr>
          </thead>
          {nodes.map((node) => (
            <Rows key={`${node.target} ${node.node} ${node.db}`} node={node} nowMs={nowMs} />
          ))}
        </table>
      </ScrollRegion>
    </Panel>
  );
}

function Rows({ node, nowMs }: { node: NodeStatus; nowMs: number }) {
  const t = useT('nodes');
  const figures = useSafetyFigures()(node.health);
  return (
    <tbody className="[&>tr:last-child>*]:border-line [&>tr:last-child>*]:border-b last:[&>tr:last-child>*]:border-b-0">
      <tr className="[&>*]:px-3 [&>*]:pt-2 [&>*]:align-top">
        <th scope="rowgroup" className="max-w-64 font-normal">
          <span className="block truncate font-semibold">{node.target}</span>
          <bdi dir="ltr" className="mono block truncate text-2">
            {node.node}
          </bdi>
        </th>
        {SAFETY_FIGURES.map((figure) => (
          <td key={figure} className="whitespace-nowrap">
            {figures[figure] ?? <span className="text-3">{t('unknown')}</span>}
          </td>
        ))}
      </tr>
      <tr className="[&>*]:px-3 [&>*]:pt-1 [&>*]:pb-2.5">
        <td colSpan={SAFETY_FIGURES.length + 1}>
          <div className="flex items-start gap-3">
            <div className="min-w-0 flex-1">
              <NodeFindings node={node} />
            </div>
            {node.health ? (
              <KnownByText known={{ by: 'read', atMs: node.health.atMs }} nowMs={nowMs} form="ago" />
            ) : null}
          </div>
        </td>
      </tr>
    </tbody>
  );
}
