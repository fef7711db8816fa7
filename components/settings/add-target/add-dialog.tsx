'use client';

import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { settingsQueries } from '@/lib/api/settings-queries';
import { nameOfFile } from '../name-of-file';
import { TargetForm } from './target-form';

type Props = { file: string; taken: readonly string[]; onClosed(): void; onAdded(name: string): void };

/** The form that takes a target, over the settings. A press outside does not close it and lose the fields. */
export function AddDialog({ file, taken, onClosed, onAdded }: Props) {
  const t = useT('addTarget');
  const common = useT('common');
  const cache = useQueryClient();
  const first = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClosed())}
      title={t('title')}
      mark={<Plus size={18} aria-hidden className="text-3" />}
      description={t('about', { file: nameOfFile(file) })}
      initialFocus={first}
      keepOnOutsidePress
      footer={<Button onClick={onClosed}>{common('cancel')}</Button>}
    >
      <TargetForm
        file={file}
        taken={taken}
        first={first}
        onAdded={async (name) => {
          await cache.invalidateQueries({ queryKey: settingsQueries.all });
          onAdded(name);
        }}
      />
    </Dialog>
  );
}
