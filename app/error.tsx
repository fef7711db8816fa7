'use client';

import { useT } from '@/components/i18n/use-t';
import { ErrorState } from '@/components/ui/error-state';

type Props = { error: Error & { digest?: string }; reset(): void };

export default function BrokenPage({ error, reset }: Props) {
  const t = useT('shell');
  const diagnostics = [error.name, error.message, error.digest, error.stack].filter(Boolean).join('\n');
  return (
    <div className="p-4">
      <h1 className="sr-only">{t('broken.title')}</h1>
      <div className="panel">
        <ErrorState
          title={t('broken.title')}
          diagnostics={diagnostics}
          retryLabel={t('broken.retry')}
          onRetry={reset}
        >
          {t('broken.text', { message: error.digest ?? error.message })}
        </ErrorState>
      </div>
    </div>
  );
}
