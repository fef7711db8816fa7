'use client';

import type { Dispatch } from 'react';
import { useT } from '@/components/i18n/use-t';
import { LoadingState, Skeleton } from '@/components/ui/skeleton';
import { ActionForm } from './action-form';
import { AskedCard } from './asked/asked-card';
import { ChangedView } from './changed-view';
import type { DialogEvent, DialogState } from './dialog-machine';
import { FailureNote, useFailureText } from './failure-note';
import { ResultView } from './result-view';

type Props = {
  state: DialogState;
  dispatch: Dispatch<DialogEvent>;
};

/** The middle of the dialog. */
export function ActionBody({ state, dispatch }: Props) {
  const t = useT('actions');
  const textOf = useFailureText();
  const { phase, reading, unread } = state;
  switch (phase.is) {
    case 'done':
      return <ResultView done={phase.done} />;
    case 'asked':
      return <AskedCard answer={phase.answer} />;
    case 'changed':
      return <ChangedView change={phase.change} refused={phase.refused} />;
    case 'gone':
      return <p>{t('gone.text')}</p>;
    case 'left':
      return <p>{t(phase.auditId === null ? 'left.noticed' : 'left.refused')}</p>;
    case 'unclear':
      return (
        <div role="alert" className="flex flex-col gap-2">
          <p>{textOf(phase.failure)}</p>
          <p className="font-semibold">{t('unclear')}</p>
        </div>
      );
    default:
      if (reading) return <ActionForm state={state} preview={reading.preview} dispatch={dispatch} />;
      return unread ? <FailureNote failure={unread} /> : <FormSkeleton />;
  }
}

function FormSkeleton() {
  const t = useT('actions');
  return (
    <LoadingState label={t('loading')}>
      <div className="grid gap-6 py-2">
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
