import { UserRoundCheck } from 'lucide-react';
import { useT } from '@/components/i18n/use-t';

/** That the act takes two persons, before it is asked for. */
export function SecondPersonNote({ minutes }: { minutes: number }) {
  const t = useT('requests');
  return (
    <p className="flex gap-2 rounded-md border border-info-line bg-info-tint px-3 py-2">
      <UserRoundCheck size={16} aria-hidden className="mt-0.5 shrink-0 text-info" />
      <span className="min-w-0">{t('dialog.note', { minutes })}</span>
    </p>
  );
}
