import { Shield } from 'lucide-react';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';
import { environmentOf } from './node-summary';
import type { ShellData } from './use-shell-data';

/** Three pixels across the whole width: solid on production, and where nothing else is shown. */
export function EnvironmentBand({ data }: { data: ShellData }) {
  const environment = environmentOf(data.nodes ?? [], data.lockTarget ?? data.target);
  return (
    <div
      aria-hidden
      className={cx('h-[3px] shrink-0', environment?.production ? 'bg-inverse' : 'bg-line-strong')}
    />
  );
}

/** The environment's name as a solid block at the top left, four letters on narrow screens. */
export function EnvironmentBlock({ data }: { data: ShellData }) {
  const t = useT('shell');
  const environment = environmentOf(data.nodes ?? [], data.lockTarget ?? data.target);
  const names = environment?.names ?? [];
  const isMixed = names.length > 1;
  const name = isMixed ? t('mixed') : (names[0] ?? '');
  const label = isMixed ? t('environments', { names: names.join(', ') }) : t('environment', { name });
  return (
    <div
      role="img"
      aria-label={environment ? label : t('connections.unknown')}
      title={environment ? label : undefined}
      className={cx(
        'flex h-full min-w-14 shrink-0 items-center justify-center gap-2.5 px-3 font-semibold text-sm uppercase tracking-wide sm:min-w-[140px] sm:px-4',
        environment?.production ? 'bg-inverse text-on-inverse' : 'border-line border-e bg-sunken text-2',
      )}
    >
      <Shield size={14} aria-hidden className="max-sm:hidden" />
      <span aria-hidden className="max-w-40 truncate max-sm:hidden">
        {name || '…'}
      </span>
      <span aria-hidden className="sm:hidden">
        {name.length > 5 ? name.slice(0, 4) : name || '…'}
      </span>
    </div>
  );
}
