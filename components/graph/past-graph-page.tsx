'use client';

import { useQuery } from '@tanstack/react-query';
import { CircleDashed } from 'lucide-react';
import type { ReactNode } from 'react';
import { StandAt } from '@/components/app/live-provider';
import { PageFrame } from '@/components/app/page-frame';
import { QueryPage } from '@/components/app/query-page';
import { useTarget } from '@/components/app/use-target';
import { useT } from '@/components/i18n/use-t';
import { EmptyState } from '@/components/ui/states';
import { pastQueries } from '@/lib/api/past-queries';
import type { WaitGraph } from '@/lib/contract/graph';
import { Unwatched } from '../past-parts/unwatched';

type Props = { atMs: number; children(graph: WaitGraph): ReactNode };

/** Who waited for whom at a moment; times stand still there. */
export function PastGraphPage({ atMs, children }: Props) {
  const graph = useT('graph');
  const t = useT('rewind');
  const [target] = useTarget();
  const query = useQuery(pastQueries.graph(atMs, target));
  return (
    <QueryPage title={graph('title')} loading={graph('loading')} query={query}>
      {(data) => (
        <>
          <Unwatched targets={data.unwatched} />
          {data.graph ? (
            <StandAt atMs={atMs}>{children(data.graph)}</StandAt>
          ) : (
            <PageFrame title={graph('title')}>
              <div className="panel">
                <EmptyState icon={<CircleDashed size={20} aria-hidden />} title={t('graph.unknown')}>
                  {t('graph.unknownText')}
                </EmptyState>
              </div>
            </PageFrame>
          )}
        </>
      )}
    </QueryPage>
  );
}
