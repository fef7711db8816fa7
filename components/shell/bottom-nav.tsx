import { Menu as MenuIcon, Pause, Play, RotateCw } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '@/components/ui/menu';
import { useLive } from './live-provider';
import { MoreItems } from './more-menu';
import { isIn, PAGES, type PageName } from './pages';
import { ThemeChoice } from './theme-menu';
import type { ShellData } from './use-shell-data';
import { withTarget } from './use-target';

const SHOWN = ['overview', 'locks', 'findings', 'nodes'] as const satisfies PageName[];
const ITEM =
  'relative flex h-14 w-full flex-col items-center justify-center gap-0.5 text-xs font-medium outline-offset-[-2px]';
const CURRENT = 'text-1 before:absolute before:top-0 before:h-0.5 before:w-8 before:bg-inverse';

/** The pages on narrow screens, and everything else under More. */
export function BottomNav({ data, onHelp }: { data: ShellData; onHelp(): void }) {
  const t = useT('shell');
  const path = usePathname();
  return (
    <nav
      aria-label={t('nav.label')}
      className="shrink-0 border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      <ul className="grid grid-cols-5">
        {SHOWN.map((page) => {
          const { icon: Icon, path: own } = PAGES[page];
          const current = isIn(page, path);
          return (
            <li key={page}>
              <Link
                href={withTarget(own, data.target)}
                aria-current={current ? 'page' : undefined}
                className={cx(ITEM, current ? CURRENT : 'text-2')}
              >
                <Icon size={18} aria-hidden />
                {t(`nav.${page}`)}
              </Link>
            </li>
          );
        })}
        <li>
          <Menu
            side="top"
            align="end"
            trigger={
              <button type="button" className={cx(ITEM, isIn('audit', path) ? CURRENT : 'text-2')}>
                <MenuIcon size={18} aria-hidden />
                {t('more.label')}
              </button>
            }
          >
            <MoreOnNarrow data={data} onHelp={onHelp} />
          </Menu>
        </li>
      </ul>
    </nav>
  );
}

function MoreOnNarrow({ data, onHelp }: { data: ShellData; onHelp(): void }) {
  const t = useT('shell');
  const live = useLive();
  const isPaused = live.phase === 'paused';
  const Audit = PAGES.audit.icon;
  return (
    <>
      <MenuLink href={withTarget(PAGES.audit.path, data.target)} icon={<Audit size={16} aria-hidden />}>
        {t('nav.audit')}
      </MenuLink>
      <MenuItem
        icon={isPaused ? <Play size={16} aria-hidden /> : <Pause size={16} aria-hidden />}
        onClick={isPaused ? live.resume : live.pause}
      >
        {isPaused ? t('live.resume') : t('live.pause')}
      </MenuItem>
      <MenuItem icon={<RotateCw size={16} aria-hidden />} onClick={live.refresh}>
        {t('live.refresh')}
      </MenuItem>
      <MenuSeparator />
      <ThemeChoice />
      <MenuSeparator />
      <MoreItems onHelp={onHelp} />
    </>
  );
}
