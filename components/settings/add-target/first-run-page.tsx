'use client';

import { useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { useDenied } from '@/components/app/access';
import { DeniedText } from '@/components/app/denied-text';
import { PageFailure } from '@/components/app/page-state';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { LoadingState, Skeleton } from '@/components/ui/skeleton';
import { settingsQueries } from '@/lib/api/settings-queries';
import { DOCS_PATH } from '@/lib/domain/docs/doc-paths';
import { SampleSwitch } from './sample-switch';
import { TargetForm } from './target-form';

/** Of a target for which nobody set another budget. */
const COMMANDS_PER_SECOND = 5_000;

/** Where nothing is configured: asks for a Redis, tests it and watches it, or shows sample data. */
export function FirstRunPage() {
  const t = useT('addTarget');
  const docs = useT('docs');
  const format = useFormat();
  const titleId = useId();
  const isDenied = useDenied('admin', null);
  return (
    <main id="page" className="flex min-h-dvh items-start justify-center bg-canvas p-2 sm:p-6 lg:pt-16">
      <section
        className="panel flex w-full min-w-0 max-w-[600px] flex-col gap-4 p-4 sm:p-6"
        aria-labelledby={titleId}
      >
        <div>
          <h1 id={titleId} className="font-semibold text-xl">
            {t('first.title')}
          </h1>
          <p className="pt-0.5 text-2">
            {isDenied ? t('first.denied') : t('first.about', { commands: format.count(COMMANDS_PER_SECOND) })}
          </p>
        </div>
        {isDenied ? (
          <p>
            <DeniedText right="admin" />
          </p>
        ) : (
          <Asked />
        )}
        <p className="border-line border-t pt-3">
          <a href={`${DOCS_PATH}/start`} className="text-info hover:underline">
            {docs('title')}
          </a>
        </p>
      </section>
    </main>
  );
}

/** All pages lead here until something is watched, so that each is loaded anew from then on. */
const begin = () => window.location.assign('/');

function Asked() {
  const settings = useT('settings');
  const first = useRef<HTMLInputElement>(null);
  const { data, error, refetch } = useQuery(settingsQueries.now());
  if (!data)
    return error ? (
      <PageFailure error={error} onRetry={refetch} />
    ) : (
      <LoadingState label={settings('loading')}>
        <Skeleton className="h-64" />
      </LoadingState>
    );
  return (
    <>
      <TargetForm file={data.adding.file ?? ''} taken={[]} first={first} onAdded={begin} />
      <div className="border-line border-t pt-4">
        <SampleSwitch sample={data.sample} onSwitched={begin} />
      </div>
    </>
  );
}
