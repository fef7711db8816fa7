'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNow } from '@/components/app/live-provider';
import { Failure } from '@/components/app/page-state';
import { rangeAt } from '@/components/charts/range';
import { useT } from '@/components/i18n/use-t';
import { Panel } from '@/components/ui/panel';
import { LoadingState, Skeleton } from '@/components/ui/skeleton';
import { historyQueries, type TimeRange } from '@/lib/api/history-queries';
import type { HistoryScope } from '@/lib/contract/history/history-queries';
import type { WhatIfChange } from '@/lib/contract/history/what-if';
import { WhatIfForm } from './what-if-form';
import { WhatIfResult } from './what-if-result';

type Asked = { change: WhatIfChange; range: TimeRange };

const NOTHING: Asked = {
  change: { leaseMs: null, holdFactor: 1, shards: 1, queue: 'recorded' },
  range: { fromMs: 0, toMs: 0 },
};

/** Replays the last hour of a lock or a family with one thing changed. `scope` names one of them. */
export function WhatIfPanel({ scope, className }: { scope: HistoryScope; className?: string }) {
  const t = useT('whatIf');
  const nowMs = useNow(5_000);
  const [asked, setAsked] = useState<Asked | null>(null);
  const { change, range } = asked ?? NOTHING;
  const query = useQuery({ ...historyQueries.whatIf(scope, range, change), enabled: asked !== null });
  const { data, error } = query;
  return (
    <Panel title={t('title')} hint={t('hint')} className={className} bodyClassName="flex flex-col gap-3 p-3">
      <p className="text-2">{t('about')}</p>
      <WhatIfForm
        busy={query.isFetching}
        onReplay={(next) => setAsked({ change: next, range: rangeAt({ last: '1h' }, nowMs) })}
      />
      {error && !query.isFetching ? <Failure error={error} onRetry={query.refetch} /> : null}
      {query.isFetching ? (
        <LoadingState label={t('replaying')}>
          <Skeleton className="h-40 w-full max-w-xl" />
        </LoadingState>
      ) : null}
      {data && !query.isFetching && !error ? <WhatIfResult answer={data} /> : null}
    </Panel>
  );
}
