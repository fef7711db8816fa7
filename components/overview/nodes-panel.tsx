import { useNow } from '@/components/app/live-provider';
import { nodeSummaryOf } from '@/components/app/node-summary';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';
import { columnsOf, EDGE } from '@/components/ui/data-table/column';
import { DataTable } from '@/components/ui/data-table/data-table';
import { Panel } from '@/components/ui/panel';
import type { NodeState, NodeStatus } from '@/lib/contract/nodes';
import { isReported } from '@/lib/domain/nodes/node-status';
import { countOf } from '@/lib/domain/values/counted';

const TONES = {
  live: 'border-line text-3',
  connecting: 'border-dashed border-control text-2',
  stale: 'border-risk-line bg-risk-tint text-risk',
  down: 'border-lost-line bg-lost-tint text-lost',
} satisfies Record<NodeState, string>;

/** Of so many each is a row with its figures; more of them are tiles. */
const ROWS = 8;

/** Every node: well and how fast, or what is wrong. */
export function NodesPanel({ nodes, className }: { nodes: readonly NodeStatus[]; className?: string }) {
  const t = useT('overview');
  const format = useFormat();
  const { total, live, cost } = nodeSummaryOf(nodes);
  const slowest = nodes.reduce<NodeStatus | null>(
    (worst, node) => (node.cost.slowestMs > (worst?.cost.slowestMs ?? 0) ? node : worst),
    null,
  );
  return (
    <Panel
      title={t('nodes.title')}
      hint={t('nodes.hint', { live, total })}
      right={
        <span className="num">
          {t('nodes.cost', {
            used: format.count(cost.commandsPerSecond),
            budget: format.count(cost.budgetPerSecond),
          })}
        </span>
      }
      className={className}
    >
      {total === 0 ? (
        <p className="p-3 text-2">{t('nodes.none')}</p>
      ) : total <= ROWS ? (
        <NodeRows nodes={nodes} />
      ) : (
        <ul className="grid p-3 grid-cols-[repeat(auto-fill,minmax(108px,1fr))] gap-1.5">
          {nodes.map((node) => (
            <Tile key={`${node.target} ${node.node} ${node.db}`} node={node} nodes={nodes} />
          ))}
        </ul>
      )}
      {slowest ? (
        <p className="num px-3 py-2 text-3 text-sm">
          {t('nodes.onNode', { time: format.latency(slowest.cost.slowestMs), node: slowest.target })}
        </p>
      ) : null}
    </Panel>
  );
}

/** The port, which tells the servers of one target apart; null = there is but one. */
function portOf({ target, node }: NodeStatus, nodes: readonly NodeStatus[]): string | null {
  const isAlone = nodes.every((other) => other.target !== target || other.node === node);
  return isAlone ? null : node.slice(node.lastIndexOf(':'));
}

/** How it answers, in a word or two. */
function useNodeFact(): (node: NodeStatus) => string {
  const t = useT('overview');
  const format = useFormat();
  const nowMs = useNow();
  return ({ state, lastAnswerAtMs, pingMs, events }) => {
    if (state === 'connecting') return t('nodes.connecting');
    if (state === 'down') return t('nodes.down');
    if (state === 'stale') {
      return lastAnswerAtMs === null
        ? t('nodes.never')
        : t('nodes.silent', { age: format.age(nowMs - lastAnswerAtMs) });
    }
    const ping = pingMs === null ? '–' : format.latency(pingMs);
    return isReported(events) ? ping : t('nodes.polling', { ping });
  };
}

const MARKS = {
  live: 'bg-verified-mark',
  connecting: 'border border-control border-dashed',
  stale: 'bg-risk-mark',
  down: 'bg-lost-mark',
} satisfies Record<NodeState, string>;

function NodeRows({ nodes }: { nodes: readonly NodeStatus[] }) {
  const t = useT('overview');
  const common = useT('common');
  const format = useFormat();
  const factOf = useNodeFact();
  const isKnown = ({ state }: NodeStatus) => state === 'live';
  const unknown = <span className="text-3">{common('unknown')}</span>;
  const columns = columnsOf<NodeStatus>()(
    {
      id: 'node',
      names: true,
      cellClass: 'truncate',
      title: ({ node, db, problem }) => `${node} · db ${db}${problem ? ` · ${problem}` : ''}`,
      cell: (node) => (
        <>
          <span aria-hidden className={cx('me-2 inline-block size-2 rounded-full', MARKS[node.state])} />
          <span className="font-semibold">{node.target}</span>
          <span className="num ps-1.5 text-3 text-sm">{portOf(node, nodes)}</span>
        </>
      ),
    },
    {
      id: 'trip',
      width: 124,
      cell: (node) => (
        <span className={isKnown(node) ? undefined : 'font-semibold text-lost'}>{factOf(node)}</span>
      ),
    },
    {
      id: 'held',
      width: 76,
      end: true,
      cell: (node) => (isKnown(node) ? format.count(node.held) : unknown),
    },
    {
      id: 'waiting',
      width: 76,
      end: true,
      fits: 'max-sm:hidden',
      cell: (node) => {
        const waiting = countOf(node.waiting);
        return isKnown(node) && waiting.known ? format.count(waiting.count) : unknown;
      },
    },
    {
      id: 'commands',
      width: 96,
      end: true,
      fits: 'max-sm:hidden',
      cell: (node) =>
        isKnown(node) ? format.count(node.cost.commandsPerSecond) : <span className="text-3">–</span>,
    },
    {
      id: 'checks',
      width: 112,
      end: true,
      cell: (node) =>
        isKnown(node) && (node.findings.length > 0 || node.health !== null) ? (
          <span className={node.findings.length > 0 ? 'font-semibold text-risk' : 'text-3'}>
            {t('nodes.findings', { count: node.findings.length })}
          </span>
        ) : (
          unknown
        ),
    },
  );
  return (
    <DataTable
      caption={t('nodes.caption')}
      columns={columns}
      heads={(id) => t(`nodes.${id}`)}
      rows={nodes}
      rowKey={({ target, node, db }) => `${target} ${node} ${db}`}
      className="num table-fixed"
      pad={EDGE}
      rowClass="h-8"
    />
  );
}

function Tile({ node, nodes }: { node: NodeStatus; nodes: readonly NodeStatus[] }) {
  const factOf = useNodeFact();
  const port = portOf(node, nodes);
  return (
    <li
      title={`${node.node} · db ${node.db}${node.problem ? ` · ${node.problem}` : ''}`}
      className={cx('h-11 min-w-0 rounded-sm border px-2 py-1', TONES[node.state])}
    >
      <span className="block truncate font-semibold text-1 text-sm leading-[18px]">{node.target}</span>
      <span className="num block truncate text-xs">
        {port === null ? factOf(node) : `${port} · ${factOf(node)}`}
      </span>
    </li>
  );
}
