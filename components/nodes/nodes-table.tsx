import { BellRing, Radar, RefreshCw, Unplug, Zap } from 'lucide-react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { columnsOf, EDGE } from '@/components/ui/data-table/column';
import { DataTable } from '@/components/ui/data-table/data-table';
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

export function NodesTable({ nodes }: { nodes: readonly NodeStatus[] }) {
  const t = useT('nodes');
  const figures = useNodeFacts();
  return (
    <DataTable
      caption={t('caption')}
      label={t('title')}
      scroll="panel overflow-x-auto max-sm:hidden"
      className="tabular-nums"
      columns={[
        { id: 'node', names: true, cellClass: 'max-w-64', cell: (node) => <NodeName node={node} /> },
        {
          id: 'state',
          cellClass: 'max-w-64',
          cell: ({ state, problem }) => (
            <>
              <NodeStateBadge state={state} />
              {problem ? <p className="pt-1 text-2 text-sm">{problem}</p> : null}
            </>
          ),
        },
        ...figures,
      ]}
      heads={(id) => t(id)}
      rows={nodes}
      rowKey={nodeKeyOf}
      pad={EDGE}
      headClass="whitespace-nowrap"
      rowClass="align-top hover:bg-hover [&>*]:py-2"
    />
  );
}

/** Change tracking of a node, and its figures, for the table and the cards. */
export function useNodeFacts() {
  const t = useT('nodes');
  const figuresOf = useNodeFigures();
  return columnsOf<NodeStatus>()(
    { id: 'events', cellClass: 'max-w-72', cell: (node) => <NodeEvents node={node} /> },
    ...NODE_FIGURES.map((figure) => ({
      id: figure,
      end: true,
      className: 'whitespace-nowrap',
      cell: (node: NodeStatus) => (
        <>
          {figuresOf(node)[figure] ?? <span className="text-3">{t('unknown')}</span>}
          {figure === 'names' ? <Passed node={node} /> : null}
        </>
      ),
      line: (node: NodeStatus) => figuresOf(node)[figure] ?? <span className="text-3">{t('unknown')}</span>,
      lineClass: 'whitespace-nowrap',
    })),
  );
}

/** Names a row of a node. */
export function nodeKeyOf({ target, node, db }: Pick<NodeStatus, 'target' | 'node' | 'db'>): string {
  return `${target} ${node} ${db}`;
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
