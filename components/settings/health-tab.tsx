import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, CircleX, Clock } from 'lucide-react';
import { useNow } from '@/components/app/live-provider';
import { useT } from '@/components/i18n/use-t';
import { Badge, type Tone } from '@/components/ui/badge';
import { EDGE_STACKED } from '@/components/ui/data-table/column';
import { DataTable } from '@/components/ui/data-table/data-table';
import { historyQueries } from '@/lib/api/history-queries';
import { auditQueries, nodesQueries } from '@/lib/api/queries';
import type { SettingsAnswer } from '@/lib/contract/settings';
import { type HealthPart, healthPartsOf, type PartState } from './health-parts';
import { useHealthWords } from './use-health-words';

const EVERY_MS = 5_000;

const LOOKS = {
  well: { tone: 'neutral', icon: CircleCheck },
  trouble: { tone: 'lost', icon: CircleX },
  waiting: { tone: 'contended', icon: Clock },
  unknown: { tone: 'unknown', icon: CircleDashed },
} satisfies Record<Exclude<PartState, 'plain'>, { tone: Tone; icon: typeof Clock }>;

/** Every part of the console: whether it works, as far as that is known. */
export function HealthTab({ answer }: { answer: SettingsAnswer }) {
  const t = useT('settings');
  const nodes = useQuery(nodesQueries.now());
  const history = useQuery({ ...historyQueries.status(), refetchInterval: EVERY_MS });
  const chain = useQuery(auditQueries.chain());
  const nowMs = useNow() || answer.nowMs;
  const words = useHealthWords(nowMs);
  const parts = healthPartsOf({
    nodes: nodes.data?.nodes ?? null,
    // What an answer before said is not how it is now.
    history: history.error ? null : (history.data ?? null),
    chain: chain.error ? null : (chain.data ?? null),
    console: answer.console,
  });
  return (
    <DataTable
      caption={t('health.caption')}
      label={t('tabs.health')}
      scroll="panel overflow-x-auto"
      className="tabular-nums"
      columns={[
        {
          id: 'part',
          names: true,
          cellClass: 'whitespace-nowrap max-sm:w-full',
          cell: (part) => <Name part={part} />,
        },
        { id: 'state', cell: ({ state }) => <State state={state} /> },
        {
          id: 'known',
          cellClass: 'wrap-anywhere text-2 max-sm:w-full',
          cell: (part) => words(part).join(' · '),
        },
      ]}
      heads={(id) => t(`health.${id}`)}
      rows={parts}
      rowKey={keyOf}
      pad={`sm:py-2 ${EDGE_STACKED}`}
      headClass="whitespace-nowrap"
      rowClass="align-top hover:bg-hover"
      stacks="max-sm:flex max-sm:flex-wrap max-sm:gap-x-3 max-sm:gap-y-1 max-sm:px-3 max-sm:py-2.5"
    />
  );
}

function keyOf(part: HealthPart): string {
  if (part.part === 'collector') return `collector ${part.node.target} ${part.node.node}`;
  return part.part === 'peer' ? `peer ${part.peer.target}` : part.part;
}

function Name({ part }: { part: HealthPart }) {
  const t = useT('settings');
  const of =
    part.part === 'collector'
      ? `${part.node.target} ${part.node.node}`
      : part.part === 'peer'
        ? part.peer.target
        : null;
  return (
    <>
      <span className="font-semibold">{t(`health.${part.part}`)}</span>
      {of === null ? null : (
        <bdi dir="ltr" className="mono ms-2 text-2">
          {of}
        </bdi>
      )}
    </>
  );
}

function State({ state }: { state: PartState }) {
  const t = useT('settings');
  if (state === 'plain') return <span className="text-3 max-sm:hidden">{t('health.states.plain')}</span>;
  const { tone, icon: Icon } = LOOKS[state];
  return (
    <Badge tone={tone} icon={<Icon size={14} aria-hidden />}>
      {t(`health.states.${state}`)}
    </Badge>
  );
}
