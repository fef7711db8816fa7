'use client';

import { Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import type { SettingsAnswer } from '@/lib/contract/settings';

const AddDialog = dynamic(() => import('./add-dialog').then((module) => module.AddDialog), { ssr: false });

type Props = { answer: SettingsAnswer; onAdded(name: string): void };

/** Opens the form that takes a target; where none can be added it says why. */
export function AddButton({ answer: { adding, targets }, onAdded }: Props) {
  const t = useT('addTarget');
  const [isOpen, setOpen] = useState(false);
  const { file, refused } = adding;
  const isOff = refused !== null || file === null;
  return (
    <>
      <Button
        size="sm"
        off={isOff}
        title={refused ? t(`refused.${refused}`) : undefined}
        icon={<Plus size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('button')}
      </Button>
      {isOpen && file !== null ? (
        <AddDialog
          file={file}
          taken={targets.map(({ name }) => name)}
          onClosed={() => setOpen(false)}
          onAdded={(name) => {
            setOpen(false);
            onAdded(name);
          }}
        />
      ) : null}
    </>
  );
}
