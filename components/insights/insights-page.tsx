'use client';

import { useQuery } from '@tanstack/react-query';
import { Lightbulb } from 'lucide-react';
import { parseAsString, useQueryState } from 'nuqs';
import { useNow } from '@/components/app/live-provider';
import { PageBody } from '@/components/app/page-frame';
import { PageFailure } from '@/components/app/page-state';
import { RefreshNote } from '@/components/app/refresh-note';
import { useShortcut } from '@/components/app/shortcuts';
import { useStopKeys } from '@/components/app/use-stop-keys';
import { useTarget } from '@/components/app/use-target';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { HeadingLine } from '@/components/list-parts/list-heading';
import { Button } from '@/components/ui/button';
import { Chip } from '@/components/ui/chip';
import { LoadingState } from '@/components/ui/skeleton';
import { EmptyState } from '@/components/ui/states';
import { historyQueries } from '@/lib/api/history-queries';
import type { Insight, InsightsAnswer } from '@/lib/contract/insights';
import { RangeBar } from '../history-parts/range-bar';
import { useRange } from '../history-parts/use-range';
import { CardsSkeleton } from './cards-skeleton';
import { InsightCard } from './insight-card';

/** Until the console's clock is known nothing is asked. */
const NO_RANGE = { fromMs: 0, toMs: 1 };

/** Everything that the history of a range advises, the most harm first, of all families or of one. */
export function InsightsPage() {
  const t = useT('insights');
  const [target] = useTarget();
  const [family, setFamily] = useQueryState('family', parseAsString.withOptions({ history: 'push' }));
  const ranged = useRange();
  const { range, choice } = ranged;
  const nowMs = useNow(5_000);
  const cards = useStopKeys<HTMLUListElement>('[data-insight]');
  useShortcut('[', () => ranged.shift(-1));
  useShortcut(']', () => ranged.shift(1));
  const query = useQuery({
    ...historyQueries.insights(target, range ?? NO_RANGE),
    enabled: range !== null,
  });
  const { data, error } = query;
  const shown = data?.insights.filter((each) => !family || each.family === family) ?? [];
  return (
    <PageBody>
      <HeadingLine title={t('title')} summary={data ? <InsightsSummary shown={shown} /> : null}>
        <RangeBar ranged={ranged} nowMs={nowMs} />
      </HeadingLine>
      {family ? (
        <p className="flex">
          <Chip name={t('family')} removeLabel={t('removeFamily')} onRemove={() => void setFamily(null)}>
            <bdi dir="ltr">{family}</bdi>
          </Chip>
        </p>
      ) : null}
      <RefreshNote query={query} />
      {content()}
    </PageBody>
  );

  function content() {
    if (!data) {
      if (!error) {
        return (
          <LoadingState label={t('loading')}>
            <CardsSkeleton />
          </LoadingState>
        );
      }
      return (
        <div className="panel">
          <PageFailure error={error} onRetry={query.refetch} />
        </div>
      );
    }
    if (shown.length === 0) return <Nothing all={data} onAll={() => void setFamily(null)} />;
    return (
      <ul
        ref={cards}
        aria-busy={query.isPlaceholderData}
        className="grid grid-cols-1 gap-3 lg:grid-cols-2 xl:grid-cols-3"
      >
        {shown.map((insight) => (
          <li key={[insight.code, insight.target, insight.family, insight.lock].join('\n')} className="flex">
            <InsightCard insight={insight} range={{ fromMs: data.fromMs, toMs: data.toMs }} choice={choice} />
          </li>
        ))}
      </ul>
    );
  }
}

function InsightsSummary({ shown }: { shown: readonly Insight[] }) {
  const t = useT('insights');
  const format = useFormat();
  const families = new Set(shown.map(({ target, family }) => `${target} ${family}`)).size;
  return (
    <p className="num text-3 text-sm">
      {t('summary', { count: shown.length, n: format.count(shown.length), families })}
    </p>
  );
}

/** No advice is good news only as far as there was enough to conclude from. */
function Nothing({ all, onAll }: { all: InsightsAnswer; onAll(): void }) {
  const t = useT('insights');
  const others = all.insights.length;
  return (
    <div className="panel">
      <EmptyState
        icon={<Lightbulb size={20} aria-hidden />}
        title={t(others > 0 ? 'empty.ofFamily' : 'empty.title')}
        action={others > 0 ? <Button onClick={onAll}>{t('empty.all', { count: others })}</Button> : undefined}
      >
        {t('empty.text')}
      </EmptyState>
    </div>
  );
}
