'use client';

import { type FormEvent, useId, useRef, useState } from 'react';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { TextInput } from '@/components/ui/text-input';
import { NAME_LENGTH, type SavedView, viewProblem } from './saved-views';

type Props = {
  /** Filter, order and connection as they are. */
  query: string;
  views: readonly SavedView[];
  onSave(name: string): void;
  onClosed(): void;
};

/** Asks for the name of a view. */
export function SaveViewDialog({ query, views, onSave, onClosed }: Props) {
  const t = useT('locks');
  const common = useT('common');
  const [name, setName] = useState('');
  const first = useRef<HTMLInputElement>(null);
  const form = useId();
  const problem = viewProblem(views, { name, query });
  const isMissing = name.trim() === '' || problem !== null;
  const isReplaced = views.some((view) => view.name === name.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isMissing) return;
    onSave(name);
    onClosed();
  };
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && onClosed()}
      title={t('views.title')}
      description={t('views.about')}
      initialFocus={first}
      footer={
        <>
          <Button onClick={onClosed}>{common('cancel')}</Button>
          <Button variant="primary" type="submit" form={form} off={isMissing}>
            {t(isReplaced ? 'views.replace' : 'views.keep')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <TextInput
          ref={first}
          label={t('views.name')}
          value={name}
          maxLength={NAME_LENGTH}
          onChange={({ target }) => setName(target.value)}
          {...(problem && { error: t(`views.problem.${problem}`) })}
          {...(!problem && isReplaced && { hint: t('views.replaces') })}
        />
      </form>
    </Dialog>
  );
}
