'use client';

import { Dialog as Base } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { ArrowRight, CircleUserRound, Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useDeferredValue, useState } from 'react';
import { useTarget, withTarget } from '@/components/app/use-target';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { lockQueries } from '@/lib/api/queries';
import type { LockList } from '@/lib/contract/locks';
import { queryString } from '@/lib/contract/request';
import { lockPath } from '@/lib/domain/keys/lock-id';
import { lookUpOf } from '@/lib/domain/lists/look-up';
import { holdersNamed } from './palette-holders';
import { PALETTE_GROUP, PALETTE_ITEM, PaletteGroup, PaletteItem } from './palette-item';
import { PaletteLock } from './palette-lock';
import { searchTextOf } from './search-text';
import {
  type PaletteAct,
  type PaletteOption,
  usePaletteCommands,
  usePastedOptions,
} from './use-palette-commands';
import { useDocsOption, usePageOptions } from './use-palette-pages';

/** The palette itself: an input, the locks that match, what else the text leads to, the pages, and what can be done. */
export function PaletteContent({ onClose, onAct }: { onClose(): void; onAct(act: PaletteAct): void }) {
  const t = useT('shell');
  const ofHolder = useT('holders');
  const router = useRouter();
  const [target] = useTarget();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState('');
  const q = useDeferredValue(typed.trim());
  const found = useQuery(lockQueries.search(searchTextOf(q)));
  const locks = q === '' ? [] : (found.data?.locks ?? []);
  const named = lookUpOf(q);
  // What was pasted as a whole is no filter: it would match nothing.
  const isFilter = !(/\s/.test(q) && named.tokens.length > 0);
  // A search of the documentation never takes the place of a lock that is still being looked for.
  const isSettled = q === '' || (q === typed.trim() && !found.isFetching && !found.isPlaceholderData);
  const go = (path: string) => {
    onClose();
    router.push(path);
  };
  const pasted = usePastedOptions(q, go);
  const holders: PaletteOption[] = (
    found.isPlaceholderData || !found.data ? [] : holdersNamed(named, locks)
  ).map(({ name, path }) => ({
    value: path,
    icon: CircleUserRound,
    text: ofHolder('everything.named', { name }),
    run: () => go(withTarget(path, target)),
  }));
  const pages = usePageOptions(q, go);
  const commands = usePaletteCommands(q, isSettled ? (locks[0] ?? null) : null, { onClose, onAct });
  const everyMatch: PaletteOption[] =
    locks.length > 0 && isFilter
      ? [
          {
            value: 'every-match',
            icon: ArrowRight,
            text: t('search.allMatches'),
            run: () => go(`/locks${queryString({ q, target })}`),
          },
        ]
      : [];
  const docs = useDocsOption(q, go);
  const options = [
    ...locks.map(({ id }) => id),
    ...[...everyMatch, ...pasted, ...holders, ...pages].map(({ value }) => value),
    ...(isSettled ? [docs.value] : []),
    ...commands.map(({ value }) => value),
  ];
  // Enter opens what is best unless something else was chosen: matches come after the keys that ask for them.
  const selected = options.includes(chosen) ? chosen : (options[0] ?? '');
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
                onPaste={(event) => {
                  // A field of one line would join the lines of a text, and with them its words.
                  const text = event.clipboardData.getData('text/plain');
                  if (!/[\r\n]/.test(text)) return;
                  event.preventDefault();
                  const { selectionStart: from, selectionEnd: to, value } = event.currentTarget;
                  const before = value.slice(0, from ?? value.length);
                  setTyped(before + text.replace(/\s*[\r\n]+\s*/g, ' ') + value.slice(to ?? value.length));
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
                <Command.Group heading={t('search.locks')} className={PALETTE_GROUP}>
                  {locks.map((lock, i) => (
                    <Command.Item
                      key={lock.id}
                      value={lock.id}
                      onSelect={() => go(withTarget(lockPath(lock.id), target))}
                      className={PALETTE_ITEM}
                    >
                      <PaletteLock lock={lock} by={found.data?.matchedBy[i] ?? null} />
                    </Command.Item>
                  ))}
                  {everyMatch.map((option) => (
                    <PaletteItem key={option.value} option={option} />
                  ))}
                </Command.Group>
              ) : null}
              <PaletteGroup heading={t('search.inText')} options={pasted} />
              <PaletteGroup heading={t('search.holders')} options={holders} />
              <PaletteGroup heading={t('search.pages')} options={pages}>
                <PaletteItem option={docs} disabled={!isSettled} />
              </PaletteGroup>
              <PaletteGroup heading={t('search.commands')} options={commands} />
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

/** Characters of a pasted text that are shown again. */
const SHOWN = 80;

type OutcomeProps = { q: string; list: LockList | undefined; error: Error | null; isEmpty: boolean };

/** Never a bare "nothing": how much was looked at stands next to it. */
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
        isEmpty && (
          <span className="text-2">
            {t('search.nothing', { q: q.length > SHOWN ? `${q.slice(0, SHOWN)}…` : q })}
          </span>
        )
      ) : (
        <span>{t('search.searching')}</span>
      )}
      {share ? <span className="ms-auto">{t('search.coverage', share)}</span> : null}
    </div>
  );
}
