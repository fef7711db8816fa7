import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import type { HistoryStatus } from '@/lib/contract/history/history';
import { droppedOf, type HealthPart } from './health-parts';

/** What is known of each part of the console, as facts in words; [] = nothing. */
export function useHealthWords(nowMs: number): (part: HealthPart) => string[] {
  const t = useT('settings');
  const nodes = useT('nodes');
  const format = useFormat();
  const age = (atMs: number) => format.age(Math.max(0, nowMs - atMs));

  function recorder(status: HistoryStatus): string[] {
    const { queued, writtenAtMs } = status;
    const dropped = droppedOf(status);
    return [
      t('health.queued', { count: queued }),
      writtenAtMs === null ? t('health.notWritten') : t('health.written', { age: age(writtenAtMs) }),
      ...(dropped > 0 ? [t('health.dropped', { count: dropped })] : []),
    ];
  }

  function archive({ kind, place, bytes, maxBytes, problem }: HistoryStatus): string[] {
    const size = bytes === null ? t('health.sizeUnknown') : format.bytes(bytes);
    return [
      ...(problem
        ? [t('health.since', { time: format.clock(problem.sinceMs, true), message: problem.message })]
        : []),
      t(`health.kinds.${kind}`),
      ...(kind === 'memory' || place === null ? [] : [place]),
      bytes !== null && maxBytes !== null
        ? t('health.sizeOf', { bytes: size, most: format.bytes(maxBytes) })
        : size,
    ];
  }

  return (part) => {
    switch (part.part) {
      case 'collector': {
        const { lastAnswerAtMs, problem, state, events, coverage, cost } = part.node;
        return [
          ...(problem === null ? [] : [problem]),
          lastAnswerAtMs === null ? t('health.never') : t('health.answered', { age: age(lastAnswerAtMs) }),
          // Of a server that does not answer these are of before.
          ...(state === 'live'
            ? [
                t('health.events', { source: nodes(`source.${events}`) }),
                t('health.coverage', {
                  names: format.share(coverage.names),
                  contents: format.share(coverage.contents),
                }),
                t('health.cost', {
                  used: format.count(cost.commandsPerSecond),
                  budget: format.count(cost.budgetPerSecond),
                }),
              ]
            : []),
        ];
      }
      case 'recorder':
        return part.status ? recorder(part.status) : [];
      case 'archive':
        return part.status ? archive(part.status) : [];
      case 'audit': {
        if (!part.chain) return [];
        const { broken, uncovered, entries, verifiedAtMs } = part.chain;
        const time = format.clock(verifiedAtMs, true);
        if (!broken && uncovered) return [t('health.gap', { entries: uncovered.entries, time })];
        return [broken ? t('health.broken', { time }) : t('health.chain', { entries, time })];
      }
      case 'console': {
        const { role, peers } = part.console;
        const shares = peers ? t('health.shares', { count: peers.length }) : t('health.alone');
        return [t(`health.roles.${role}`), shares];
      }
      case 'peer': {
        const { collectedBy, problem } = part.peer;
        if (problem !== null) return [problem];
        if (!collectedBy) return [t('health.nobody')];
        return [...(collectedBy.self ? [t('health.self')] : []), collectedBy.url];
      }
      case 'streams':
        return [t('health.open', { count: part.console.streams })];
      case 'process': {
        const { startedAtMs, node, memoryBytes, heapBytes } = part.console.process;
        return [
          t('health.up', { age: age(startedAtMs) }),
          t('health.memory', { bytes: format.bytes(memoryBytes), heap: format.bytes(heapBytes) }),
          t('health.node', { version: node.replace(/^v/, '') }),
        ];
      }
    }
  };
}
