'use client';

import { useQuery } from '@tanstack/react-query';
import { useDataAge } from '@/components/app/data-age';
import { PageFrame } from '@/components/app/page-frame';
import { QueryPage } from '@/components/app/query-page';
import { isBlind, useCoverage, useFreshness } from '@/components/app/use-freshness';
import { useTarget } from '@/components/app/use-target';
import { useT } from '@/components/i18n/use-t';
import { EmptyState } from '@/components/ui/states';
import { possibleQueries } from '@/lib/api/queries';
import type { PossibleAnswer } from '@/lib/contract/possible';
import { Decisions } from './decisions';
import { PossibleTable } from './possible-table';

/** Keys that may be locks, apart from the locks, and what was decided of others. */
export function PossiblePage() {
  const t = useT('possible');
  const [target] = useTarget();
  const query = useQuery(possibleQueries.all(target));
  return (
    <QueryPage title={t('title')} loading={t('loading')} query={query}>
      {(answer) => <Content answer={answer} />}
    </QueryPage>
  );
}

function Content({ answer }: { answer: PossibleAnswer }) {
  const t = useT('possible');
  return (
    <PageFrame title={t('title')} hint={useHint(answer.matched)}>
      <p className="max-w-prose text-2 text-sm">{t('intro')}</p>
      {answer.locks.length === 0 ? (
        <div className="panel">
          <Nothing />
        </div>
      ) : (
        <PossibleTable locks={answer.locks} />
      )}
      {answer.decisions.length > 0 ? <Decisions answer={answer} /> : null}
    </PageFrame>
  );
}

/** How many there are; nothing of a number while no node answers and none was read before. */
function useHint(count: number): string {
  const t = useT('possible');
  const age = useDataAge();
  const blind = isBlind(useFreshness());
  return [...(blind && count === 0 ? [] : [t('summary', { count })]), ...(age === null ? [] : [age])].join(
    ' · ',
  );
}

/** That no key is in doubt is said as far as was looked. */
function Nothing() {
  const t = useT('possible');
  const fresh = useFreshness();
  const covered = useCoverage();
  if (fresh === null) return null; // until it is known whether anything answers, nothing is said
  if (isBlind(fresh)) return <EmptyState title={t('unknown')}>{t('unknownText')}</EmptyState>;
  if (covered === null || covered < 1)
    return <EmptyState title={t('emptySoFar')}>{t('emptySoFarText')}</EmptyState>;
  return <EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>;
}
