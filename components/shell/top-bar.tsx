import { Search } from 'lucide-react';
import { useT } from '@/components/i18n/use-t';
import { MomentButton } from '@/components/rewind/moment-button';
import { Button } from '@/components/ui/button';
import { FloatRoot } from '@/components/ui/float-root';
import { Kbd } from '@/components/ui/kbd';
import { EnvironmentBlock } from './environment-band';
import { LiveControl } from './live-control';
import { ConnectionPicker, MoreButton, ThemeButton } from './menu-triggers';
import type { ShellData } from './use-shell-data';

type Props = { data: ShellData; onSearch(): void; onHelp(): void };

/** Environment, connection, search, moment, live control, theme, more. 48 high; nothing in it moves with the data. */
export function TopBar({ data, onSearch, onHelp }: Props) {
  const t = useT('shell');
  return (
    <header className="shrink-0 border-line border-b bg-surface">
      <div className="flex h-12 items-center gap-1 pe-2 sm:gap-3 sm:pe-4">
        <EnvironmentBlock data={data} />
        <ConnectionPicker data={data} />
        {/* Each has its place from the first byte on: Chrome paints a page that is still arriving. */}
        <div className="ms-auto flex min-w-43 items-center gap-1 sm:min-w-0 sm:flex-1 sm:justify-end sm:gap-3 lg:grid lg:grid-cols-[minmax(0,400px)_minmax(76px,auto)_246px_68px]">
          <button
            type="button"
            aria-keyshortcuts="Control+K Meta+K /"
            onClick={onSearch}
            className="flex h-8 min-w-0 max-w-[400px] flex-1 items-center gap-2.5 rounded-md border border-line-strong bg-sunken ps-3 pe-1.5 text-3 hover:text-2 max-md:hidden"
          >
            <Search size={14} aria-hidden className="shrink-0" />
            <span className="truncate">{t('search.placeholder')}</span>
            <span className="ms-auto">
              <Kbd>⌘K</Kbd>
            </span>
          </button>
          <MomentButton />
          <LiveControl />
          <Button
            variant="ghost"
            square
            aria-label={t('search.open')}
            className="md:hidden"
            icon={<Search size={18} aria-hidden />}
            onClick={onSearch}
          />
          <span className="flex items-center gap-1 max-sm:hidden">
            <ThemeButton />
            <MoreButton onHelp={onHelp} />
          </span>
        </div>
      </div>
      <FloatRoot />
    </header>
  );
}
