'use client';

import { useT } from '@/components/i18n/use-t';
import { LoadingState, Skeleton } from '@/components/ui/skeleton';
import type { ApiFailure } from '@/lib/api/http';
import type { Chosen } from '@/lib/domain/actions/hold-choice';
import type { LockAction, Preview } from '@/lib/domain/api';
import { ActForm } from './action-form';
import { ChangedView } from './changed-view';
import type { Draft } from './confirm-fields';
import { FailureNote, useFailureText } from './failure-note';
import { ResultView } from './result-view';
import type { ActView } from './use-act';

type Props = {
  view: ActView;
  preview: Preview | null;
  error: ApiFailure | null;
  opened: LockAction;
  action: LockAction;
  onAction(action: LockAction): void;
  draft: Draft;
  onDraft(draft: Draft): void;
  chosen: Chosen;
  onChoose(chosen: Chosen): void;
};

/** The middle of the dialog. */
export function ActBody({ view, preview, error, ...form }: Props) {
  const t = useT('actions');
  const textOf = useFailureText();
  if (view.is === 'done') return <ResultView done={view.done} />;
  if (view.is === 'changed') return <ChangedView change={view.change} refused={view.refused} />;
  if (view.is === 'gone') return <p>{t('gone.text')}</p>;
  if (view.is === 'left') {
    return <p>{t(view.auditId === null ? 'left.noticed' : 'left.refused')}</p>;
  }
  if (view.is === 'unclear') {
    return (
      <div role="alert" className="flex flex-col gap-2">
        <p>{textOf(view.failure)}</p>
        <p className="font-semibold">{t('unclear')}</p>
      </div>
    );
  }
  if (!preview) return error ? <FailureNote failure={error} /> : <FormSkeleton />;
  const failure = view.is === 'form' ? (view.failure ?? error) : null;
  return <ActForm {...form} preview={preview} failure={failure} />;
}

function FormSkeleton() {
  const t = useT('actions');
  return (
    <LoadingState label={t('loading')}>
      <div className="grid gap-6 py-2 sm:grid-cols-2">
        {['facts', 'evidence', 'next', 'how'].map((part) => (
          <div key={part} className="flex flex-col gap-2">
            <Skeleton className="h-4 w-28" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-4/5" />
            <Skeleton className="h-4 w-3/5" />
          </div>
        ))}
      </div>
    </LoadingState>
  );
}
