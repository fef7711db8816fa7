'use client';

import { CloudOff } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { useT } from '@/components/i18n/use-t';
import { ErrorState } from '@/components/ui/error-state';
import { LoadingState } from '@/components/ui/skeleton';
import { EmptyState } from '@/components/ui/states';
import { ApiFailure } from '@/lib/api/http';
import { RIGHTS, type Right } from '@/lib/contract/rights';
import { LazyDenied } from './lazy-denied';

type Props = {
  /** The page's heading, for as long as there is nothing else. */
  title: string;
  error: Error | null;
  onRetry(): unknown;
  loading: string;
  skeleton: ReactNode;
};

/** A page without data: loading, cut off from the server, or refused. */
export function PageState({ title, error, onRetry, loading, skeleton }: Props) {
  if (!error) {
    return (
      <>
        <h1 className="sr-only">{title}</h1>
        <LoadingState label={loading}>{skeleton}</LoadingState>
      </>
    );
  }
  return (
    <>
      <h1 className="font-title text-xl">{title}</h1>
      <div className="panel">
        <PageFailure error={error} onRetry={onRetry} />
      </div>
    </>
  );
}

/** All of a page could not be loaded: cut off from the server, or refused. */
export function PageFailure({ error, onRetry }: Pick<Props, 'onRetry'> & { error: Error }) {
  const t = useT('common');
  if (!(error instanceof ApiFailure && error.status === 0))
    return <Failure error={error} onRetry={onRetry} />;
  return (
    <EmptyState icon={<CloudOff size={20} aria-hidden />} title={t('disconnected.title')}>
      {t('disconnected.text')}
    </EmptyState>
  );
}

/** A part that could not be loaded, in plain words. */
export function Failure({ error, onRetry }: { error: Error; onRetry(): unknown }) {
  const t = useT('common');
  const failure = error instanceof ApiFailure ? error : null;
  const known = failure && t.has(`failure.${failure.code}`);
  const text = known
    ? t(`failure.${failure.code as 'unreachable'}`)
    : t('failure.other', { message: error.message });
  const missing = failure?.code === 'denied' ? rightIn(failure) : null;
  const requestId = failure?.details.requestId;
  const diagnostics = JSON.stringify(
    {
      code: failure?.code ?? error.name,
      status: failure?.status,
      message: error.message,
      details: failure?.details,
    },
    null,
    2,
  );
  return (
    <ErrorState
      title={t('failure.title')}
      diagnostics={diagnostics}
      retryLabel={t('retry')}
      onRetry={() => void onRetry()}
    >
      {missing ? (
        <Suspense>
          <LazyDenied right={missing} />
        </Suspense>
      ) : (
        text
      )}
      {typeof requestId === 'string' ? (
        <span className="block text-3">{t('failure.requestId', { id: requestId })}</span>
      ) : null}
    </ErrorState>
  );
}

/** The right that somebody lacks; null = it was refused for another reason. */
function rightIn({ details: { right } }: ApiFailure): Right | null {
  return RIGHTS.find((each) => each === right) ?? null;
}
