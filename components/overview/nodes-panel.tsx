import { useNow } from '@/components/app/live-provider';
import { nodeSummaryOf } from '@/components/app/node-summary';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';
import { Panel } from '@/components/ui/panel';
import type { NodeState, NodeStatus } from '@/lib/contract/nodes';
import { isReported } from '@/lib/domain/nodes/node-status';

const TONES = {
  live: 'border-line text-3',
  connecting: 'border-dashed border-control text-2',
  stale: 'border-risk-line bg-risk-tint text-risk',
  down: 'border-lost-line bg-lost-tint text-lost',
} satisfies Record<NodeState, string>;

/** Every node as a tile: well and how fast, or what is wrong. */
export function NodesStrip({ nodes, className }: { nodes: readonly NodeStatus[]; className?: string }) {
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
      bodyClassName="p-3"
    >
      {total === 0 ? (
        <p className="text-2">{t('nodes.none')}</p>
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(108px,1fr))] gap-1.5">
          {nodes.map((node) => (
            <Tile key={`${node.target} ${node.node} ${node.db}`} node={node} nodes={nodes} />
          ))}
        </ul>
      )}
      {slowest ? (
        <p className="num pt-3 text-3 text-sm">
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

function Tile({ node, nodes }: { node: NodeStatus; nodes: readonly NodeStatus[] }) {
  const t = useT('overview');
  const format = useFormat();
  const nowMs = useNow();
  const port = portOf(node, nodes);
  return (
    <li
      title={`${node.node} · db ${node.db}${node.problem ? ` · ${node.problem}` : ''}`}
      className={cx('h-11 min-w-0 rounded-sm border px-2 py-1', TONES[node.state])}
    >
      <span className="block truncate font-semibold text-1 text-sm leading-[18px]">{node.target}</span>
      <span className="num block truncate text-xs">{port === null ? factOf() : `${port} · ${factOf()}`}</span>
    </li>
  );

  function factOf(): string {
    if (node.state === 'connecting') return t('nodes.connecting');
    if (node.state === 'down') return t('nodes.down');
    if (node.state === 'stale') {
      return node.lastAnswerAtMs === null
        ? t('nodes.never')
        : t('nodes.silent', { age: format.age(nowMs - node.lastAnswerAtMs) });
    }
    const ping = node.pingMs === null ? '–' : format.latency(node.pingMs);
    return isReported(node.events) ? ping : t('nodes.polling', { ping });
  }
}
