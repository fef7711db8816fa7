import { useEffect, useRef, useState } from 'react';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { cx } from '@/components/ui/cx';
import { Link } from '@/components/ui/link';
import type { DocEntry, DocGroup, DocHeading } from '@/lib/domain/docs/doc-contents';
import { DOCS_PATH } from '@/lib/domain/docs/doc-paths';
import { DocPageLink } from './doc-page-link';

/** A longer section is folded unless the page is in it. */
const MOST_UNFOLDED = 9;
const ITEM = 'block rounded-sm px-2 py-0.5 leading-5 hover:bg-hover';

type Props = { contents: readonly DocGroup[]; path: string; headings: readonly DocHeading[] };

/** Every page in reading order, with the headings of the one that is open; behind a button on narrow screens. */
export function DocsContents({ contents, path, headings }: Props) {
  const t = useT('docs');
  const [isOpen, setOpen] = useState(false);
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    const nav = list.current;
    const here = nav?.querySelector<HTMLElement>(`[href^="${path}"][aria-current]`);
    if (nav && here) nav.scrollTop = here.offsetTop - nav.offsetTop - nav.clientHeight / 2;
  }, [path]);
  return (
    <>
      <Button className="lg:hidden" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('contents')}
      </Button>
      <nav
        ref={list}
        aria-label={t('contents')}
        className={cx(
          'scroll-thin min-h-0 lg:overflow-y-auto lg:overscroll-contain lg:pe-2',
          !isOpen && 'max-lg:hidden',
        )}
      >
        <DocPageLink
          path={DOCS_PATH}
          current={path === DOCS_PATH}
          className={cx(ITEM, 'font-semibold', path === DOCS_PATH && 'bg-selected')}
        >
          {t('title')}
        </DocPageLink>
        {contents.map((group) => (
          <Group key={group.anchor} group={group} path={path} headings={headings} />
        ))}
      </nav>
    </>
  );
}

function Group({ group, path, headings }: { group: DocGroup } & Omit<Props, 'contents'>) {
  const { title, entries } = group;
  const isHere = entries.some((entry) => entry.path === path);
  return (
    <details open={isHere || entries.length <= MOST_UNFOLDED} className="mt-2">
      <summary
        lang="en"
        className="rounded-sm px-2 py-0.5 font-semibold text-3 text-sm leading-5 hover:bg-hover"
      >
        {title}
      </summary>
      <ul lang="en">
        {entries.map((entry) => (
          <Entry key={entry.path} entry={entry} isHere={entry.path === path} headings={headings} />
        ))}
      </ul>
    </details>
  );
}

type EntryProps = { entry: DocEntry; isHere: boolean; headings: readonly DocHeading[] };

function Entry({ entry: { path, title }, isHere, headings }: EntryProps) {
  const parts = isHere ? headings.filter(({ depth }) => depth === 2) : [];
  return (
    <li>
      <DocPageLink path={path} current={isHere} className={cx(ITEM, isHere && 'bg-selected font-semibold')}>
        {title}
      </DocPageLink>
      {parts.length === 0 ? null : (
        <ul className="ms-3 border-line border-s ps-1 text-2 text-sm">
          {parts.map(({ anchor, text }) => (
            <li key={anchor}>
              <Link href={`#${anchor}`} className={ITEM}>
                {text}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
