import { BellRing, Radar, RefreshCw, Unplug, Zap } from 'lucide-react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { ScrollRegion } from '@/components/ui/scroll-region';
import { RIGHT_COSTS } from '@/lib/contract/node-codes';
import type { EventGap, MissingRight, NodeStatus, EventSource as Source } from '@/lib/contract/nodes';
import { NodeStateBadge } from './node-state';
import { NODE_FIGURES, useNodeFigures } from './use-node-figures';

const SOURCES = {
  tracking: Zap,
  keyspace: BellRing,
  polling: RefreshCw,
  none: Unplug,
} satisfies Record<Source, typeof Zap>;
const MINUTE_MS = 60_000;
const GAP = 'pt-1 text-3 text-sm';
const CELL = 'px-2 py-2 align-top whitespace-nowrap';

export function NodesTable({ nodes }: { nodes: readonly NodeStatus[] }) {
  const t = useT('nodes');
  return (
    <ScrollRegion label={t('title')} className="panel overflow-x-auto max-sm:hidden">
      <table className="w-full tabular-nums">
        <caption className="sr-only">{t('caption')}</caption>
        <thead className="text-3 text-xs">
          <tr className="h-8 border-line border-b">
            <th scope="col" className="ps-4 pe-2">
              {t('node')}
            </th>
            <th scope="col" className="px-2">
              {t('state')}
            </th>
            <th scope="col" className="whitespace-nowrap px-2">
              {t('events')}
            </th>
            {NODE_FIGURES.map((figure) => (
              <th key={figure} scope="col" className="whitespace-nowrap px-2 text-end last:pe-4">
                {t(figure)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {nodes.map((node) => (
            <Row key={`${node.target} ${node.node} ${node.db}`} node={node} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Row({ node }: { node: NodeStatus }) {
  const t = useT('nodes');
  const figures = useNodeFigures()(node);
  return (
    <tr className="border-line border-b last:border-b-0 hover:bg-hover">
      <th scope="row" className="max-w-64 py-2 ps-4 pe-2 align-top font-normal">
        <NodeName node={node} />
      </th>
      <td className="max-w-64 px-2 py-2 align-top">
        <NodeStateBadge state={node.state} />
        {node.problem ? <p className="pt-1 text-2 text-sm">{node.problem}</p> : null}
      </td>
      <td className="max-w-72 px-2 py-2 align-top">
        <NodeEvents node={node} />
      </td>
      {NODE_FIGURES.map((figure) => (
        <td key={figure} className={`${CELL} text-end last:pe-4`}>
          {figures[figure] ?? <span className="text-3">{t('unknown')}</span>}
          {figure === 'names' ? <Passed node={node} /> : null}
        </td>
      ))}
    </tr>
  );
}

export function NodeName({ node }: { node: NodeStatus }) {
  const t = useT('nodes');
  const facts = [
    t('database', { db: node.db }),
    node.environment,
    ...(node.readOnly ? [t('readOnly')] : []),
  ].join(' · ');
  return (
    <>
      <span className="block truncate font-semibold">{node.target}</span>
      <bdi dir="ltr" className="mono block truncate text-2">
        {node.node}
      </bdi>
      <span className="block text-3 text-xs">{facts}</span>
    </>
  );
}

export function NodeEvents({ node }: { node: NodeStatus }) {
  const t = useT('nodes');
  const Icon = SOURCES[node.events] ?? Radar;
  return (
    <>
      <span className="flex items-center gap-1.5 whitespace-nowrap">
        <Icon size={14} aria-hidden className="text-3" />
        {t(`source.${node.events}`)}
      </span>
      {node.eventsNote && node.state === 'live' ? (
        <p className="pt-1 text-3 text-sm">{node.eventsNote}</p>
      ) : null}
      {(node.missingRights ?? []).length > 0 ? <Missing rights={node.missingRights ?? []} /> : null}
      {node.eventsGap ? <Gap {...node.eventsGap} /> : null}
    </>
  );
}

/** Commands that cost the same are one line. */
function Missing({ rights }: { rights: readonly MissingRight[] }) {
  const t = useT('nodes');
  return (
    <ul className="pt-1 text-at-risk text-sm">
      {RIGHT_COSTS.map((costs) => {
        const commands = rights.filter((right) => right.costs === costs).map(({ command }) => command);
        if (commands.length === 0) return null;
        return <li key={costs}>{t(`rights.${costs}`, { commands: commands.join(', ') })}</li>;
      })}
    </ul>
  );
}

function Gap({ sinceMs, untilMs }: EventGap) {
  const t = useT('nodes');
  const format = useFormat();
  const since = format.clock(sinceMs, true);
  if (untilMs === null) return <p className={GAP}>{t('gap.open', { since })}</p>;
  const ms = untilMs - sinceMs;
  const length = ms < MINUTE_MS ? format.latency(ms) : format.duration(ms);
  return (
    <p className={GAP} title={t('gap.help')}>
      {t('gap.closed', { since, until: format.clock(untilMs, true), length })}
    </p>
  );
}

function Passed({ node }: { node: NodeStatus }) {
  const t = useT('nodes');
  const { completedAtMs } = node.coverage;
  return completedAtMs === null && node.state === 'live' ? (
    <p className="text-3 text-xs">{t('notPassed')}</p>
  ) : null;
}
