import { usePathname } from 'next/navigation';
import { useMoment, withMoment } from '@/components/app/use-moment';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';
import { Link } from '@/components/ui/link';
import { NarrowMoreButton } from './menu-triggers';
import { isIn, NARROW_PAGES, PAGES, UNDER_MORE } from './pages';
import type { ShellData } from './use-shell-data';

const ITEM =
  'relative flex h-14 w-full flex-col items-center justify-center gap-0.5 text-xs font-medium outline-offset-[-2px]';
const CURRENT = 'text-1 before:absolute before:top-0 before:h-0.5 before:w-8 before:bg-inverse';

/** The pages on narrow screens, and everything else under More. */
export function BottomNav({ data, onHelp }: { data: ShellData; onHelp(): void }) {
  const t = useT('shell');
  const path = usePathname();
  const { atMs } = useMoment();
  return (
    <nav
      aria-label={t('nav.label')}
      className="shrink-0 border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      <ul className="grid grid-cols-5">
        {NARROW_PAGES.map((page) => {
          const { icon: Icon, path: own } = PAGES[page];
          const current = isIn(page, path);
          return (
            <li key={page}>
              <Link
                href={withMoment(own, data.target, atMs)}
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
          <NarrowMoreButton
            className={cx(ITEM, UNDER_MORE.some((page) => isIn(page, path)) ? CURRENT : 'text-2')}
            target={data.target}
            onHelp={onHelp}
          />
        </li>
      </ul>
    </nav>
  );
}
