import type { ReactNode } from 'react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { KnownByText } from '@/components/lock-parts/known-by';
import { Panel } from '@/components/ui/panel';
import type { CensusHit, NodeStatus } from '@/lib/contract/nodes';

type Props = { nodes: readonly NodeStatus[]; nowMs: number };

/** Which lock libraries have run on each node, as far as its script cache tells: a hint. */
export function CensusPanel({ nodes, nowMs }: Props) {
  const t = useT('nodes');
  return (
    <Panel title={t('census.title')} hint={t('census.hint')} className="max-w-[960px]">
      <table className="w-full tabular-nums">
        <caption className="sr-only">{t('census.caption')}</caption>
        <thead className="text-3 text-xs">
          <tr className="h-8 [&>th]:border-line [&>th]:border-b [&>th]:px-3">
            <th scope="col">{t('census.library')}</th>
            <th scope="col">{t('census.versions')}</th>
            <th scope="col" className="text-end">
              {t('census.scripts')}
            </th>
          </tr>
        </thead>
        {nodes.map((node) => (
          <NodeGroup key={`${node.target} ${node.node} ${node.db}`} node={node} nowMs={nowMs} />
        ))}
      </table>
      <p className="max-w-[100ch] px-3 py-2 text-3 text-sm">{t('census.help')}</p>
    </Panel>
  );
}

function NodeGroup({ node, nowMs }: { node: NodeStatus; nowMs: number }) {
  const t = useT('nodes');
  const { census } = node;
  return (
    <tbody className="[&>tr>*]:border-line [&>tr>*]:border-b [&>tr>*]:px-3">
      <tr className="h-row">
        <th scope="rowgroup" colSpan={3} className="font-normal">
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
        </th>
      </tr>
      {census === null ? <Said>{t('census.unknown')}</Said> : null}
      {census?.hits.length === 0 ? <Said>{t('census.none')}</Said> : null}
      {census?.hits.map((hit) => (
        <Hit key={hit.library} hit={hit} />
      ))}
    </tbody>
  );
}

function Said({ children }: { children: ReactNode }) {
  return (
    <tr className="h-row">
      <td colSpan={3} className="text-3">
        <span className="block ps-4">{children}</span>
      </td>
    </tr>
  );
}

function Hit({ hit: { library, versions, found, known } }: { hit: CensusHit }) {
  const t = useT('nodes');
  const format = useFormat();
  return (
    <tr className="h-row hover:bg-hover">
      <th scope="row" className="font-normal">
        <span className="block ps-4">{library}</span>
      </th>
      <td className="num text-2">{versions.join(', ')}</td>
      <td className="text-end">
        {t('census.found', { found: format.count(found), known: format.count(known) })}
      </td>
    </tr>
  );
}
