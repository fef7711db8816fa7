'use client';

import { Bookmark, BookmarkPlus, Check, Trash2 } from 'lucide-react';
import dynamic from 'next/dynamic';
import { parseAsString, useQueryStates } from 'nuqs';
import { useState } from 'react';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu';
import { useStored } from '@/components/ui/use-stored';
import { paramsOf, VIEW_KEYS, viewQueryOf, viewsIn, withoutView, withView } from './saved-views';

const SaveViewDialog = dynamic(() => import('./save-view-dialog').then((module) => module.SaveViewDialog), {
  ssr: false,
});

const PARSERS = Object.fromEntries(VIEW_KEYS.map((key) => [key, parseAsString])) as Record<
  (typeof VIEW_KEYS)[number],
  typeof parseAsString
>;

/** Lists by name, kept in this browser; the address of each is its filter, so that a link shares it. */
export function ViewsMenu() {
  const t = useT('locks');
  const [params, setParams] = useQueryStates(PARSERS, { history: 'push' });
  const query = viewQueryOf(params);
  const [kept, keep] = useStored('lockscope-views', '[]');
  const [saving, setSaving] = useState(false);
  const views = viewsIn(kept);
  const shown = views.find((view) => view.query === query) ?? null;
  return (
    <>
      <Menu
        align="end"
        className="max-w-80"
        trigger={
          <Button
            size="sm"
            icon={<Bookmark size={14} aria-hidden />}
            aria-label={shown ? t('views.shown', { name: shown.name }) : t('views.label')}
          >
            <span className="max-w-40 truncate max-sm:sr-only">{shown?.name ?? t('views.label')}</span>
          </Button>
        }
      >
        {views.length === 0 ? <p className="px-2 py-1.5 text-3 text-sm">{t('views.none')}</p> : null}
        {views.map((view) => (
          <MenuItem
            key={view.name}
            icon={<Check size={14} aria-hidden className={view === shown ? undefined : 'invisible'} />}
            onClick={() => void setParams(paramsOf(view.query))}
          >
            <span className="min-w-0 truncate">{view.name}</span>
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem icon={<BookmarkPlus size={14} aria-hidden />} onClick={() => setSaving(true)}>
          {t('views.save')}
        </MenuItem>
        {shown ? (
          <MenuItem
            icon={<Trash2 size={14} aria-hidden />}
            onClick={() => keep(JSON.stringify(withoutView(views, shown.name)))}
          >
            <span className="min-w-0 truncate">{t('views.remove', { name: shown.name })}</span>
          </MenuItem>
        ) : null}
      </Menu>
      {saving ? (
        <SaveViewDialog
          query={query}
          views={views}
          onSave={(name) => keep(JSON.stringify(withView(views, { name, query })))}
          onClosed={() => setSaving(false)}
        />
      ) : null}
    </>
  );
}
