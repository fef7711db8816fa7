import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { createLoader, type SearchParams } from 'nuqs/server';
import { Prefetched } from '@/app/prefetched';
import { DocBody } from '@/components/docs/doc-body';
import { DOCS_PARAMS } from '@/components/docs/docs-params';
import { LazyDocsPage } from '@/components/docs/lazy-page';
import { docsQueries } from '@/lib/api/docs-queries';
import { docPageAt, docTitleAt } from '@/lib/server/docs/doc-page';
import { runtime } from '@/lib/server/start/runtime';

type Props = { params: Promise<{ page?: string[] }>; searchParams: Promise<SearchParams> };

const load = createLoader(DOCS_PARAMS);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { page = [] } = await params;
  const title = await docTitleAt(page);
  return title === null ? {} : { title };
}

export default async function Page({ params, searchParams }: Props) {
  const [{ page = [] }, { q }] = await Promise.all([params, load(searchParams)]);
  const shown = await docPageAt(page);
  if (shown === null) notFound();
  if ('movedTo' in shown) redirect(shown.movedTo);
  const { path, headings, contents, before, after, tokens, anchors, linkOf } = shown;
  return (
    <Prefetched queries={q.trim() === '' ? [] : [docsQueries.search(q.trim())]}>
      <LazyDocsPage
        key={path}
        path={path}
        headings={headings}
        contents={contents}
        before={before}
        after={after}
        isAlone={runtime().all().length === 0}
      >
        <DocBody tokens={tokens} anchors={anchors} linkOf={linkOf} />
      </LazyDocsPage>
    </Prefetched>
  );
}
