import { useState } from 'react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { KnownBy } from '@/components/lock-parts/known-by';
import { useNow } from '@/components/shell/live-provider';
import { Readings } from '@/components/shell/readings';
import { Button } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import { usePaced } from '@/components/ui/use-paced';
import type { Overview } from '@/lib/domain/api';
import { HeldWaitingChart } from './held-waiting-chart';
import { HeldWaitingTable } from './held-waiting-table';

const CHART_MS = 5_000;

/** Held locks and waiting clients over 15 minutes, as a chart or as its table; drawn at most every five seconds. */
export function HeldWaitingPanel({ overview, className }: { overview: Overview; className?: string }) {
  const t = useT('overview');
  const common = useT('common');
  const format = useFormat();
  const nowMs = useNow();
  const shown = usePaced(overview, CHART_MS);
  const [asTable, setAsTable] = useState(false);
  return (
    <Panel
      title={t('chart.title')}
      hint={
        <>
          {t('chart.hint', { bucket: format.span(shown.bucketMs) })}
          <Readings />
        </>
      }
      right={
        <>
          <Button size="sm" variant="link" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            {common(asTable ? 'chart' : 'table')}
          </Button>
          <KnownBy known={{ by: 'event', atMs: shown.nowMs }} nowMs={nowMs} />
        </>
      }
      className={className}
      bodyClassName="flex flex-col"
    >
      {asTable ? <HeldWaitingTable overview={shown} /> : <HeldWaitingChart overview={shown} />}
    </Panel>
  );
}
