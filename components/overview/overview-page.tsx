'use client';

import { useQuery } from '@tanstack/react-query';
import { LazyWaitingLine } from '@/components/actions/asked/lazy-waiting-line';
import { useSession } from '@/components/app/access';
import { useShowTally } from '@/components/app/page-tally';
import { QueryPage } from '@/components/app/query-page';
import { useTarget, withTarget } from '@/components/app/use-target';
import { useT } from '@/components/i18n/use-t';
import { Link } from '@/components/ui/link';
import { Panel, PanelHeader } from '@/components/ui/panel';
import { overviewQueries } from '@/lib/api/queries';
import type { Overview } from '@/lib/contract/overview';
import { FindingsList } from './findings-list';
import { HeldWaitingPanel } from './held-waiting-panel';
import { Horizon } from './horizon-panel';
import { NodesStrip } from './nodes-strip';
import { OverviewSkeleton } from './overview-skeleton';
import { PageHeader } from './page-header';
import { WorstLocks } from './worst-locks';

/** Whether anything is wrong now, and where to look first. */
export function OverviewPage() {
  const t = useT('overview');
  const [target] = useTarget();
  const query = useQuery(overviewQueries.now(target));
  useShowTally(query.data && !query.error ? query.data.tally : null);
  return (
    <QueryPage title={t('title')} loading={t('loading')} query={query} skeleton={<OverviewSkeleton />}>
      {(overview) => <Content overview={overview} />}
    </QueryPage>
  );
}

function Content({ overview }: { overview: Overview }) {
  const t = useT('overview');
  const { signIn } = useSession();
  const [target] = useTarget();
  return (
    <>
      <PageHeader overview={overview} />
      {signIn ? <LazyWaitingLine /> : null}
      <div className="grid min-h-0 flex-1 gap-3 xl:grid-cols-[minmax(0,1fr)_336px]">
        <div className="flex min-w-0 flex-col gap-3">
          <WorstLocks overview={overview} />
          <div className="grid flex-1 gap-3 lg:grid-cols-[minmax(0,578fr)_minmax(0,470fr)]">
            <HeldWaitingPanel key={target} overview={overview} />
            <NodesStrip nodes={overview.nodes} />
          </div>
        </div>
        <FindingsPanel overview={overview}>
          <PanelHeader title={t('horizon.title')} hint={t('horizon.hint')} level={3} divided />
          <Horizon overview={overview} />
        </FindingsPanel>
      </div>
    </>
  );
}

function FindingsPanel({ overview, children }: { overview: Overview; children: React.ReactNode }) {
  const t = useT('overview');
  const [target] = useTarget();
  const count = overview.tally.findings.all;
  return (
    <Panel
      title={t('findings.title')}
      hint={t('findings.hint', { count })}
      right={
        count > 0 ? (
          <Link href={withTarget('/findings', target)} className="font-semibold text-info hover:underline">
            {t('findings.all', { count })}
          </Link>
        ) : null
      }
    >
      <FindingsList overview={overview} />
      {children}
    </Panel>
  );
}
