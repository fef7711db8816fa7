'use client';

import { useQuery } from '@tanstack/react-query';
import { LazyWaitingLine } from '@/components/actions/asked/lazy-waiting-line';
import { useSession } from '@/components/app/access';
import { useShowTally } from '@/components/app/page-tally';
import { QueryPage } from '@/components/app/query-page';
import { useTarget } from '@/components/app/use-target';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';
import { Panel } from '@/components/ui/panel';
import { overviewQueries } from '@/lib/api/queries';
import type { Overview } from '@/lib/contract/overview';
import { HeldWaitingPanel } from './held-waiting-panel';
import { Horizon } from './horizon-panel';
import { NodesPanel } from './nodes-panel';
import { OVERVIEW_ROW } from './overview-row';
import { OverviewSkeleton } from './overview-skeleton';
import { ProblemsPanel } from './problems-panel';
import { WorstLocks } from './worst-locks';

/** What needs a person now, then what costs most, then how the servers are. */
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
      <ProblemsPanel overview={overview} />
      {signIn ? <LazyWaitingLine /> : null}
      <div className={OVERVIEW_ROW}>
        <WorstLocks overview={overview} />
        <HeldWaitingPanel key={target} overview={overview} />
      </div>
      <div className={cx(OVERVIEW_ROW, 'flex-1')}>
        <NodesPanel nodes={overview.nodes} />
        <Panel title={t('horizon.title')} hint={t('horizon.hint')}>
          <Horizon overview={overview} />
        </Panel>
      </div>
    </>
  );
}
