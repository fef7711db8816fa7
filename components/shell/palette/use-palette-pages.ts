import { useTarget, withTarget } from '@/components/app/use-target';
import { useT } from '@/components/i18n/use-t';
import { queryString } from '@/lib/contract/request';
import { DOCS_PAGE, PAGE_NAMES, PAGES } from '../pages';
import type { PaletteOption } from './use-palette-commands';

/** Characters that a search of the documentation takes. */
const MOST_FOR_DOCS = 200;

/** The pages whose name has the text. */
export function usePageOptions(q: string, go: (path: string) => void): PaletteOption[] {
  const t = useT('shell');
  const [target] = useTarget();
  return PAGE_NAMES.flatMap((page) => {
    const text = t(`nav.${page}`);
    if (!text.toLowerCase().includes(q.toLowerCase())) return [];
    const { icon, path } = PAGES[page];
    return [{ value: path, icon, text, run: () => go(withTarget(path, target)) }];
  });
}

/** The documentation, or a search of it for the text. */
export function useDocsOption(q: string, go: (path: string) => void): PaletteOption {
  const t = useT('docs');
  const [target] = useTarget();
  const { path, icon } = DOCS_PAGE;
  const isDocs = t('title').toLowerCase().includes(q.toLowerCase());
  const asked = q.slice(0, MOST_FOR_DOCS);
  const query = queryString({ q: isDocs ? null : asked, target });
  return {
    value: path,
    icon,
    text: isDocs ? t('title') : t('searchFor', { q: asked.length < q.length ? `${asked}…` : asked }),
    run: () => go(path + query),
  };
}
