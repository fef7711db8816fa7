import { MessageSquarePlus } from 'lucide-react';
import { OffTooltip } from '@/components/actions/action-buttons';
import { useChangesOff } from '@/components/app/access';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';

/** Opens the dialog for a note; off with its reason where changes are off, and until the time is known. */
export function NoteButton({ ready, onClick }: { ready: boolean; onClick(): void }) {
  const t = useT('history');
  const changesOff = useChangesOff();
  return (
    <OffTooltip off={changesOff ? 'anonymous' : null}>
      <Button
        size="sm"
        icon={<MessageSquarePlus size={14} aria-hidden />}
        off={changesOff || !ready}
        onClick={onClick}
      >
        {t('note.open')}
      </Button>
    </OffTooltip>
  );
}
