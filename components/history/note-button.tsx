import { MessageSquarePlus } from 'lucide-react';
import { OffTooltip } from '@/components/actions/action-buttons';
import { useDenied } from '@/components/app/access';
import { useTarget } from '@/components/app/use-target';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';

/** Opens the dialog for a note; off with its reason without the right, and until the time is known. */
export function NoteButton({ ready, onClick }: { ready: boolean; onClick(): void }) {
  const t = useT('history');
  const [target] = useTarget();
  const denied = useDenied('annotate', target);
  return (
    <OffTooltip off={denied ? 'denied' : null} right="annotate">
      <Button
        size="sm"
        icon={<MessageSquarePlus size={14} aria-hidden />}
        off={denied || !ready}
        onClick={onClick}
      >
        {t('note.open')}
      </Button>
    </OffTooltip>
  );
}
