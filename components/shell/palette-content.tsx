'use client';

import { Dialog as Base } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { ArrowRight, CircleUserRound, Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useDeferredValue, useState } from 'react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { lockQueries } from '@/lib/api/queries';
import type { LockList } from '@/lib/contract/locks';
import { queryString } from '@/lib/contract/request';
import { lockPath } from '@/lib/domain/keys/lock-id';
import { lookUpOf } from '@/lib/domain/lists/look-up';
import { useTarget, withTarget } from '../app/use-target';
import { DOCS_PAGE, PAGE_NAMES, PAGES } from './pages';
import { holdersNamed } from './palette-holders';
import { PaletteLock } from './palette-lock';

const EVERY_MATCH = 'every-match';
/** Characters that a search of the documentation takes. */
const MOST_FOR_DOCS = 200;
const GROUP =
  '[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-3';
const ITEM =
  'flex min-h-9 cursor-default select-none items-center gap-2.5 rounded-sm px-2 data-[selected=true]:bg-selected';

/** The palette itself: an input, the pages, the locks that match. */
export function PaletteContent({ onClose }: { onClose(): void }) {
  const t = useT('shell');
  const ofHolder = useT('holders');
  const ofDocs = useT('docs');
  const router = useRouter();
  const [target] = useTarget();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState('');
  const q = useDeferredValue(typed.trim());
  const found = useQuery(lockQueries.search(q));
  const pages = PAGE_NAMES.filter((page) => t(`nav.${page}`).toLowerCase().includes(q.toLowerCase()));
  const locks = q === '' ? [] : (found.data?.locks ?? []);
  const named = lookUpOf(q);
  const holders = found.isPlaceholderData || !found.data ? [] : holdersNamed(named, locks);
  // What was pasted as a whole is no filter: it would match nothing.
  const isFilter = !(/\s/.test(q) && named.tokens.length > 0);
  // A search of the documentation never takes the place of a lock that is still being looked for.
  const isSettled = q === '' || (q === typed.trim() && !found.isFetching && !found.isPlaceholderData);
  const options = [
    ...locks.map(({ id }) => id),
    ...(locks.length > 0 && isFilter ? [EVERY_MATCH] : []),
    ...holders.map(({ path }) => path),
    ...pages.map((page) => PAGES[page].path),
    ...(isSettled ? [DOCS_PAGE.path] : []),
  ];
  // Enter opens what is best unless something else was chosen: matches come after the keys that ask for them.
  const selected = options.includes(chosen) ? chosen : (options[0] ?? '');
  const isDocs = ofDocs('title').toLowerCase().includes(q.toLowerCase());
  const go = (path: string) => {
    onClose();
    router.push(path);
  };
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fade-float fixed inset-0 z-40 bg-scrim" />
        <Base.Popup
          aria-modal="true"
          className="fade-float fixed inset-x-2 top-2 z-50 mx-auto flex max-h-[min(560px,calc(100dvh-16px))] max-w-[640px] flex-col overflow-hidden rounded-md border border-line bg-raised shadow-float outline-none sm:top-[12vh]"
        >
          <Base.Title className="sr-only">{t('search.title')}</Base.Title>
          <Base.Description className="sr-only">{t('search.description')}</Base.Description>
          <Command
            shouldFilter={false}
            label={t('search.title')}
            value={selected}
            onValueChange={setChosen}
            className="flex min-h-0 flex-col"
          >
            <div className="flex h-12 shrink-0 items-center gap-2.5 border-line border-b px-3">
              <Search size={16} aria-hidden className="shrink-0 text-3" />
              <Command.Input
                value={typed}
                onValueChange={(text) => {
                  setTyped(text);
                  setChosen('');
                }}
                placeholder={t('search.placeholder')}
                className="h-full min-w-0 flex-1 bg-transparent outline-none placeholder:text-3"
              />
            </div>
            <Command.List
              className="scroll-thin min-h-0 flex-1 overflow-y-auto p-1"
              label={t('search.title')}
            >
              {locks.length > 0 ? (
                <Command.Group heading={t('search.locks')} className={GROUP}>
                  {locks.map((lock) => (
                    <Command.Item
                      key={lock.id}
                      value={lock.id}
                      onSelect={() => go(withTarget(lockPath(lock.id), target))}
                      className={ITEM}
                    >
                      <PaletteLock lock={lock} />
                    </Command.Item>
                  ))}
                  {isFilter ? (
                    <Command.Item
                      value={EVERY_MATCH}
                      onSelect={() =>
                        go(`/locks?${new URLSearchParams({ q, ...(target ? { target } : {}) })}`)
                      }
                      className={ITEM}
                    >
                      <ArrowRight size={14} aria-hidden className="text-3" />
                      {t('search.allMatches')}
                    </Command.Item>
                  ) : null}
                </Command.Group>
              ) : null}
              {holders.length > 0 ? (
                <Command.Group heading={t('search.holders')} className={GROUP}>
                  {holders.map(({ name, path }) => (
                    <Command.Item
                      key={path}
                      value={path}
                      onSelect={() => go(withTarget(path, target))}
                      className={ITEM}
                    >
                      <CircleUserRound size={14} aria-hidden className="shrink-0 text-3" />
                      <span className="wrap-anywhere min-w-0">{ofHolder('everything.named', { name })}</span>
                    </Command.Item>
                  ))}
                </Command.Group>
              ) : null}
              <Command.Group heading={t('search.pages')} className={GROUP}>
                {pages.map((page) => {
                  const { icon: Icon, path } = PAGES[page];
                  return (
                    <Command.Item
                      key={page}
                      value={path}
                      onSelect={() => go(withTarget(path, target))}
                      className={ITEM}
                    >
                      <Icon size={14} aria-hidden className="text-3" />
                      {t(`nav.${page}`)}
                    </Command.Item>
                  );
                })}
                <Command.Item
                  value={DOCS_PAGE.path}
                  disabled={!isSettled}
                  onSelect={() =>
                    go(DOCS_PAGE.path + queryString({ q: isDocs ? null : q.slice(0, MOST_FOR_DOCS), target }))
                  }
                  className={ITEM}
                >
                  <DOCS_PAGE.icon size={14} aria-hidden className="shrink-0 text-3" />
                  <span className="min-w-0 truncate">
                    {isDocs ? ofDocs('title') : ofDocs('searchFor', { q })}
                  </span>
                </Command.Item>
              </Command.Group>
            </Command.List>
            {q === '' ? null : (
              <Outcome q={q} list={found.data} error={found.error} isEmpty={locks.length === 0} />
            )}
          </Command>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

type OutcomeProps = { q: string; list: LockList | undefined; error: Error | null; isEmpty: boolean };

/** Never a bare "nothing": how much was looked at stands beside it. */
function Outcome({ q, list, error, isEmpty }: OutcomeProps) {
  const t = useT('shell');
  const format = useFormat();
  const share = list && {
    names: format.share(list.coverage.names),
    contents: format.share(list.coverage.contents),
  };
  return (
    <div
      role="status"
      className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 border-line border-t px-3 py-1.5 text-3 text-sm"
    >
      {error ? (
        <span className="text-lost">{t('search.failed', { message: error.message })}</span>
      ) : list ? (
        isEmpty && <span className="text-2">{t('search.nothing', { q })}</span>
      ) : (
        <span>{t('search.searching')}</span>
      )}
      {share ? <span className="ms-auto">{t('search.coverage', share)}</span> : null}
    </div>
  );
}
