import { useState } from 'react';
import { useNow } from '@/components/app/live-provider';
import { freshnessOf } from '@/components/app/node-summary';
import { Readings } from '@/components/app/readings';
import { useT } from '@/components/i18n/use-t';
import { KnownByText } from '@/components/lock-parts/known-by';
import { Panel } from '@/components/ui/panel';
import { TableToggle } from '@/components/ui/table-toggle';
import { usePaced } from '@/components/ui/use-paced';
import type { Known } from '@/lib/contract/leaves';
import type { Overview } from '@/lib/contract/overview';
import { HeldWaitingChart } from './held-waiting-chart';
import { HeldWaitingTable } from './held-waiting-table';
import { sampledOf } from './sampled';

const CHART_MS = 5_000;

/** Held locks and waiting clients over 15 minutes, as a chart or as its table; drawn at most every five seconds. */
export function HeldWaitingPanel({ overview, className }: { overview: Overview; className?: string }) {
  const t = useT('overview');
  const nowMs = useNow();
  const shown = usePaced(sampledOf(overview), CHART_MS);
  const known = knownOf(shown);
  const [asTable, setAsTable] = useState(false);
  return (
    <Panel
      title={t('chart.title')}
      hint={
        <>
          {t('chart.hint')}
          <Readings />
        </>
      }
      right={
        <>
          <TableToggle on={asTable} onChange={setAsTable} />
          {known ? <KnownByText known={known} nowMs={nowMs} /> : null}
        </>
      }
      className={className}
      bodyClassName="flex flex-col"
    >
      {asTable ? <HeldWaitingTable overview={shown} /> : <HeldWaitingChart overview={shown} />}
    </Panel>
  );
}

/** Events reach up to now from nodes that answer, else to the last answer; null = there was none. */
function knownOf({ nodes, nowMs }: Overview): Known | null {
  if (freshnessOf(nodes, null).answering > 0) return { by: 'event', atMs: nowMs };
  const times = nodes.flatMap(({ lastAnswerAtMs }) => lastAnswerAtMs ?? []);
  return times.length === 0 ? null : { by: 'event', atMs: Math.max(...times) };
}
