import { LockOpen, Plus } from 'lucide-react';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { Tooltip } from '@/components/ui/tooltip';

/** What can be done to a lock now, off: nothing can be done to the past. */
export function PastActs({ className }: { className?: string }) {
  const t = useT('actions');
  return (
    <>
      <Tooltip content={t('off.past')}>
        <Button
          off
          icon={<Plus size={16} aria-hidden />}
          title={t('off.past')}
          {...(className && { className })}
        >
          {t('open.extend')}
        </Button>
      </Tooltip>
      <Tooltip content={t('off.past')}>
        <Button
          off
          variant="danger-outline"
          icon={<LockOpen size={16} aria-hidden />}
          title={t('off.past')}
          {...(className && { className })}
        >
          {t('open.release')}
        </Button>
      </Tooltip>
    </>
  );
}
