import { Shield } from 'lucide-react';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';
import { environmentOf } from '../app/node-summary';
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

/** The environment's name as a solid block at the top left, four letters on narrow screens. As wide whatever it is. */
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
        'flex h-full w-[60px] shrink-0 items-center justify-center gap-2.5 px-2 font-semibold text-sm uppercase tracking-wide sm:w-[160px]',
        environment?.production ? 'bg-inverse text-on-inverse' : 'border-line border-e bg-sunken text-2',
      )}
    >
      {environment ? (
        <>
          <Shield size={14} aria-hidden className="shrink-0 max-sm:hidden" />
          <span aria-hidden className="truncate max-sm:hidden">
            {name}
          </span>
          <span aria-hidden className="sm:hidden">
            {name.length > 5 ? name.slice(0, 4) : name}
          </span>
        </>
      ) : null}
    </div>
  );
}
