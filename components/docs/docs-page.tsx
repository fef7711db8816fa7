'use client';

import { Search } from 'lucide-react';
import { useQueryState } from 'nuqs';
import { type ReactNode, useEffect } from 'react';
import { useLocale } from 'use-intl';
import { PageBody } from '@/components/app/page-frame';
import { useT } from '@/components/i18n/use-t';
import { TextInput } from '@/components/ui/text-input';
import type { DocEntry, DocGroup, DocHeading } from '@/lib/domain/docs/doc-contents';
import { DocPageLink } from './doc-page-link';
import { DocsContents } from './docs-contents';
import { DocsHits } from './docs-hits';
import { DOCS_PARAMS } from './docs-params';

type Props = {
  contents: readonly DocGroup[];
  /** Address of the page that is open. */
  path: string;
  headings: readonly DocHeading[];
  /** Neighbours in reading order. */
  before: DocEntry | null;
  after: DocEntry | null;
  /** Without the frame of the console, which needs a target. */
  isAlone?: boolean;
  /** The page itself, drawn by the server. */
  children: ReactNode;
};

/** The documentation: search and contents at the left, a page or what was found at the right. */
export function DocsPage({ isAlone = false, ...props }: Props) {
  const t = useT('docs');
  if (!isAlone) return <Content {...props} />;
  return (
    <main id="page" className="mx-auto min-h-dvh max-w-[1440px]">
      <p className="px-3 pt-3 sm:px-4">
        <a href="/" className="text-info hover:underline">
          {t('toConsole')}
        </a>
      </p>
      <Content {...props} />
    </main>
  );
}

function Content({ contents, path, headings, before, after, children }: Omit<Props, 'isAlone'>) {
  const t = useT('docs');
  const [q, setQ] = useQueryState('q', DOCS_PARAMS.q);
  return (
    <PageBody>
      <div className="flex min-w-0 gap-x-8 gap-y-3 max-lg:flex-col">
        <div className="flex shrink-0 flex-col gap-3 lg:sticky lg:top-3 lg:max-h-[calc(100dvh-10rem)] lg:w-64 lg:self-start">
          <div className="relative">
            <Search size={14} aria-hidden className="absolute start-2.5 top-2.25 text-3" />
            <TextInput
              type="search"
              label={t('search')}
              labelHidden
              placeholder={t('search')}
              value={q}
              maxLength={200}
              onChange={({ target }) => void setQ(target.value === '' ? null : target.value)}
              className="[&>input]:ps-8"
            />
          </div>
          <DocsContents contents={contents} path={path} headings={headings} />
        </div>
        {q.trim() === '' ? (
          <div className="min-w-0 flex-1 pb-6">
            <InEnglish />
            <article lang="en">{children}</article>
            <ToAnchor key={path} />
            <Neighbours before={before} after={after} />
          </div>
        ) : (
          <DocsHits q={q.trim()} />
        )}
      </div>
    </PageBody>
  );
}

/** A page that comes after its address has no heading to go to when the router looks for it. */
function ToAnchor() {
  useEffect(() => {
    const anchor = window.location.hash.slice(1);
    if (anchor !== '') document.getElementById(anchor)?.scrollIntoView();
  }, []);
  return null;
}

/** The frame is in the reader's language, the pages are not. */
function InEnglish() {
  const t = useT('docs');
  if (useLocale() === 'en') return null;
  return <p className="pb-1 text-3 text-sm">{t('inEnglish')}</p>;
}

function Neighbours({ before, after }: Pick<Props, 'before' | 'after'>) {
  const t = useT('docs');
  const neighbour = (entry: DocEntry | null, word: string, className: string) =>
    entry === null ? null : (
      <DocPageLink path={entry.path} className={`rounded-sm text-info hover:underline ${className}`}>
        <span className="block text-3 text-sm">{word}</span>
        <span lang="en">{entry.title}</span>
      </DocPageLink>
    );
  if (before === null && after === null) return null;
  return (
    <nav aria-label={t('order')} className="mt-8 flex gap-4 border-line border-t pt-3">
      {neighbour(before, t('before'), '')}
      {neighbour(after, t('after'), 'ms-auto text-end')}
    </nav>
  );
}
