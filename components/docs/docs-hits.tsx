import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { PageFailure } from '@/components/app/page-state';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { LoadingState, Skeleton } from '@/components/ui/skeleton';
import { EmptyState } from '@/components/ui/states';
import { docsQueries } from '@/lib/api/docs-queries';
import type { DocHit, DocsAnswer } from '@/lib/contract/docs/search';
import { partsByMatch, wordsOfQuery } from '@/lib/domain/docs/match-words';
import { DocPageLink } from './doc-page-link';

/** Sections that have every word of a query, the best first. */
export function DocsHits({ q }: { q: string }) {
  const t = useT('docs');
  const { data, error, refetch } = useQuery(docsQueries.search(useDeferredValue(q)));
  return (
    <div className="min-w-0 flex-1">
      <h1 className="font-title text-xl">{t('results')}</h1>
      {data ? (
        <Hits answer={data} words={wordsOfQuery(q)} />
      ) : error ? (
        <PageFailure error={error} onRetry={refetch} />
      ) : (
        <LoadingState label={t('searching')}>
          <Skeleton className="h-64" />
        </LoadingState>
      )}
    </div>
  );
}

function Hits({ answer: { hits, matched }, words }: { answer: DocsAnswer; words: readonly string[] }) {
  const t = useT('docs');
  const format = useFormat();
  return (
    <>
      <p role="status" className="num min-h-4 text-3 text-sm">
        {t('matched', { count: matched, n: format.count(matched) })}
        {hits.length < matched ? ` · ${t('first', { n: format.count(hits.length) })}` : null}
      </p>
      {matched === 0 ? (
        <EmptyState title={t('nothing')}>{t('nothingText')}</EmptyState>
      ) : (
        <ol lang="en" className="mt-2 flex flex-col">
          {hits.map((hit) => (
            <Hit key={hit.path} hit={hit} words={words} />
          ))}
        </ol>
      )}
    </>
  );
}

function Hit({ hit: { path, page, heading, excerpt }, words }: { hit: DocHit; words: readonly string[] }) {
  return (
    <li className="border-line border-t py-2.5 first:border-t-0">
      <DocPageLink path={path} className="font-semibold text-info hover:underline">
        {heading === null ? page : `${page} › ${heading}`}
      </DocPageLink>
      <p className="wrap-anywhere max-w-[80ch] text-2">
        {partsByMatch(excerpt, words).map(({ text, isMatch }, nth) =>
          isMatch ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no name, and a fixed order
            <mark key={nth} className="bg-transparent font-semibold text-1">
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </p>
    </li>
  );
}
