'use client';

import { useT } from '@/components/i18n/use-t';
import { Link } from '@/components/ui/link';
import { EmptyState } from '@/components/ui/states';

export function NotFound() {
  const t = useT('shell');
  return (
    <div className="p-4">
      <h1 className="sr-only">{t('notFound.title')}</h1>
      <div className="panel">
        <EmptyState
          title={t('notFound.title')}
          action={
            <Link href="/" className="font-medium text-info hover:underline">
              {t('notFound.back')}
            </Link>
          }
        >
          {t('notFound.text')}
        </EmptyState>
      </div>
    </div>
  );
}
