import { useT } from '@/components/i18n/use-t';
import { CopyButton } from '@/components/ui/copy-button';

/** The command that cures a finding, to copy. */
export function CureCommand({ command }: { command: string }) {
  const t = useT('findings');
  return (
    <p className="flex min-w-0 items-center gap-1 pt-1 text-3 text-sm">
      <span className="shrink-0">{t('cure')}</span>
      <bdi dir="ltr" className="mono wrap-anywhere min-w-0 text-1">
        {command}
      </bdi>
      <CopyButton text={command} label={t('copyCure')} />
    </p>
  );
}
