import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { useMoment, withMoment } from '@/components/app/use-moment';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { CountBadge } from '@/components/ui/badge';
import { cx } from '@/components/ui/cx';
import { Link } from '@/components/ui/link';
import { usePageTally } from '../app/page-tally';
import { isIn, PAGE_NAMES, PAGES, type PageName } from './pages';
import type { ShellData } from './use-shell-data';

/** Kept for the counts of a page, so that no tab moves when they come: five digits, three and two, two. */
const ROOM: Partial<Record<PageName, string>> = {
  locks: 'min-w-12',
  findings: 'min-w-14',
  nodes: 'min-w-6',
};

/** The pages, 40 high, with counts. */
export function Tabs({ data }: { data: ShellData }) {
  const t = useT('shell');
  const path = usePathname();
  const { atMs } = useMoment();
  return (
    <nav aria-label={t('nav.label')} className="shrink-0 border-line border-b bg-surface px-3 max-sm:hidden">
      <ul className="flex h-10 items-stretch">
        {PAGE_NAMES.map((page) => {
          const current = isIn(page, path);
          return (
            <li key={page}>
              <Link
                href={withMoment(PAGES[page].path, data.target, atMs)}
                aria-current={current ? 'page' : undefined}
                className={cx(
                  'relative flex h-full items-center gap-2 px-2 font-semibold outline-offset-[-2px] sm:me-1',
                  current
                    ? 'text-1 after:absolute after:inset-x-1 after:-bottom-px after:h-0.5 after:bg-inverse'
                    : 'text-2 hover:text-1',
                )}
              >
                {t(`nav.${page}`)}
                {page in ROOM ? (
                  <span className={cx('flex gap-1', ROOM[page])}>
                    <TabCounts page={page} data={data} />
                  </span>
                ) : null}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function TabCounts({ page, data }: { page: PageName; data: ShellData }): ReactNode {
  const t = useT('shell');
  const format = useFormat();
  const own = usePageTally();
  if (!data.tally) return null;
  const { locks, complete, findings, nodes, answering } = { ...data.tally, ...own };
  // That there is none is known once everything was looked at, and while no server answers nothing is.
  if (page === 'locks')
    return answering > 0 && (locks > 0 || complete) ? <CountBadge>{format.count(locks)}</CountBadge> : null;
  if (page === 'nodes') return <CountBadge>{format.count(nodes)}</CountBadge>;
  if (page !== 'findings') return null;
  const { urgent, all } = findings;
  const others = all - urgent;
  return (
    <>
      {urgent > 0 ? (
        <CountBadge alert>
          <span aria-hidden>{format.count(urgent)}</span>
          <span className="sr-only">{t('nav.urgent', { count: urgent })}</span>
        </CountBadge>
      ) : null}
      {others > 0 ? (
        <CountBadge>
          <span aria-hidden>{format.count(others)}</span>
          <span className="sr-only">{t('nav.others', { count: others })}</span>
        </CountBadge>
      ) : null}
    </>
  );
}
