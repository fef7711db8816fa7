'use client';

import { useNow } from '@/components/app/live-provider';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import type { NodeStatus } from '@/lib/contract/nodes';
import { type Counted, countOf } from '@/lib/domain/values/counted';

/** The figures of a node as text; null = cannot be known. */
export function useNodeFigures(): (node: NodeStatus) => Record<NodeFigure, string | null> {
  const t = useT('nodes');
  const format = useFormat();
  const nowMs = useNow();
  const countText = (counted: Counted) => {
    const read = countOf(counted);
    return read.known ? format.count(read.count) : null;
  };
  return (node) => {
    // What a node said before it fell silent is not so now.
    const answers = node.state === 'live';
    return {
      version: node.server ? `${node.server.name} ${node.server.version}` : node.redisVersion,
      ping: node.pingMs === null || !answers ? null : format.latency(node.pingMs),
      keys: node.keys === null || !answers ? null : format.count(node.keys),
      held: !answers ? null : format.count(node.held),
      waiting: answers ? countText(node.waiting) : null,
      names: answers ? format.share(node.coverage.names) : null,
      contents: answers ? format.share(node.coverage.contents) : null,
      cost: t('perSecond', {
        used: format.count(node.cost.commandsPerSecond),
        budget: format.count(node.cost.budgetPerSecond),
      }),
      bytes: t('rate', { bytes: format.bytes(node.cost.bytesPerSecond) }),
      slowest: !answers ? null : format.latency(node.cost.slowestMs),
      known: node.lastAnswerAtMs === null ? null : format.age(nowMs - node.lastAnswerAtMs),
    };
  };
}

export const NODE_FIGURES = [
  'version',
  'ping',
  'keys',
  'held',
  'waiting',
  'names',
  'contents',
  'cost',
  'bytes',
  'slowest',
  'known',
] as const;

type NodeFigure = (typeof NODE_FIGURES)[number];
