'use client';

import { useQuery } from '@tanstack/react-query';
import { useNow } from '@/components/app/live-provider';
import { nodeSummaryOf } from '@/components/app/node-summary';
import { PageFrame } from '@/components/app/page-frame';
import { QueryPage } from '@/components/app/query-page';
import { useTarget } from '@/components/app/use-target';
import { useT } from '@/components/i18n/use-t';
import { EmptyState } from '@/components/ui/states';
import { nodesQueries } from '@/lib/api/queries';
import type { NodesAnswer } from '@/lib/contract/nodes';
import { CensusPanel } from './census-panel';
import { NodeCards } from './node-cards';
import { NodesTable } from './nodes-table';
import { ReplicasPanel } from './replicas-panel';
import { SafetyPanel } from './safety-panel';

/** Every watched server: how it is, how we hear of changes, how much was looked at, what we cost it. */
export function NodesPage() {
  const t = useT('nodes');
  const query = useQuery(nodesQueries.now());
  return (
    <QueryPage title={t('title')} loading={t('loading')} query={query}>
      {(answer) => <Content answer={answer} />}
    </QueryPage>
  );
}

function Content({ answer }: { answer: NodesAnswer }) {
  const t = useT('nodes');
  const nowMs = useNow();
  const [target] = useTarget();
  const nodes = answer.nodes.filter((node) => target === null || node.target === target);
  const { live, total } = nodeSummaryOf(nodes);
  return (
    <PageFrame title={t('title')} hint={t('summary', { live, total })}>
      {nodes.length === 0 ? (
        <div className="panel">
          <EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>
        </div>
      ) : (
        <>
          <NodesTable nodes={nodes} />
          <NodeCards nodes={nodes} nowMs={nowMs || answer.nowMs} />
          <p className="max-w-[110ch] text-3 text-sm">{t('coverageHelp')}</p>
          <ReplicasPanel nodes={nodes} nowMs={nowMs || answer.nowMs} />
          <SafetyPanel nodes={nodes} nowMs={nowMs || answer.nowMs} />
          <CensusPanel nodes={nodes} nowMs={nowMs || answer.nowMs} />
        </>
      )}
    </PageFrame>
  );
}
