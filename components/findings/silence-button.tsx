import { BellOff } from 'lucide-react';
import { OffTooltip, useOffReason } from '@/components/actions/action-buttons';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import type { SilenceAbout } from './silence-draft';

export type OpenSilence = (about: SilenceAbout) => void;

/** Opens the dialog; off where nothing may be changed. `target` null = several, of which the dialog has one chosen. */
export function SilenceButton({
  name,
  target,
  onClick,
}: {
  /** What is silenced, for those who cannot see where the button stands. */
  name: string;
  target: string | null;
  onClick(): void;
}) {
  const t = useT('silences');
  const off = useOffReason({ target: target ?? '' }, 'silence');
  return (
    <OffTooltip off={off} right="silence">
      <Button
        size="sm"
        variant="ghost"
        off={off !== null}
        onClick={onClick}
        icon={<BellOff size={14} aria-hidden />}
      >
        {t('open')}
        <span className="sr-only">{t('openFor', { name })}</span>
      </Button>
    </OffTooltip>
  );
}
