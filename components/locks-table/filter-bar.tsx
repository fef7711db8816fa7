'use client';

import { ListFilter } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { Chip } from '@/components/ui/chip';
import { parseFilter } from '@/lib/domain/lock-filter';
import { chipText, draftOf, type FilterDraft, textOf, withChips } from './filter-draft';

/** How long typing pauses before the list follows. */
const PAUSE_MS = 250;

type Props = { q: string; onChange(q: string, how: 'typing' | 'step'): void };

/** The filter: qualifiers as chips, words and what is being typed in the field. */
export function FilterBar({ q, onChange }: Props) {
  const t = useT('locks');
  const [own, setOwn] = useState({ q, draft: draftOf(q) });
  const field = useRef<HTMLInputElement>(null);
  if (own.q !== q) setOwn({ q, draft: draftOf(q) });
  const { draft } = own;
  const problem = parseFilter(draft.typed).problem;

  const show = (next: FilterDraft) => setOwn((now) => ({ ...now, draft: next }));
  const commit = (next: FilterDraft, how: 'typing' | 'step') => {
    const text = textOf(next);
    if (parseFilter(text).problem) return show(next);
    setOwn({ q: text, draft: next });
    if (text !== q) onChange(text, how);
  };
  usePause(draft.typed, () => textOf(draft) !== q && commit(draft, 'typing'));

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') commit(withChips(draft), 'step');
    if (event.key === 'Backspace' && draft.typed === '' && draft.chips.length > 0) {
      commit({ ...draft, chips: draft.chips.slice(0, -1) }, 'step');
    }
  };
  const clear = () => {
    commit({ chips: [], typed: '' }, 'step');
    field.current?.focus();
  };
  return (
    <search className="relative flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-md border border-line-strong bg-surface px-2 has-[input:focus-visible]:outline has-[input:focus-visible]:outline-[2px] has-[input:focus-visible]:outline-info-mark">
      <ListFilter size={16} aria-hidden className="shrink-0 text-3" />
      <div className="scroll-thin flex min-w-0 flex-1 items-center gap-1.5 max-sm:overflow-x-auto sm:flex-wrap sm:py-[3px]">
        {draft.chips.map((chip, i) => {
          const { name, value, negated } = chipText(chip);
          return (
            <Chip
              // biome-ignore lint/suspicious/noArrayIndexKey: the same qualifier may stand twice
              key={`${chip} ${i}`}
              name={name}
              removeLabel={t('filter.remove', { term: chip })}
              onRemove={() => commit({ ...draft, chips: draft.chips.filter((_, at) => at !== i) }, 'step')}
            >
              {negated ? t('filter.not', { value }) : value}
            </Chip>
          );
        })}
        <input
          ref={field}
          type="text"
          value={draft.typed}
          onChange={({ target }) => {
            const next = { ...draft, typed: target.value };
            if (/\s$/.test(target.value) && withChips(next) !== next) return commit(withChips(next), 'step');
            show(next);
          }}
          onKeyDown={onKeyDown}
          onBlur={() => commit(withChips(draft), 'step')}
          aria-label={t('filter.label')}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? 'filter-problem' : undefined}
          placeholder={t('filter.placeholder')}
          spellCheck={false}
          autoComplete="off"
          className="h-6 min-w-36 flex-1 bg-transparent outline-none placeholder:text-3"
        />
      </div>
      {problem ? <FilterProblem typed={draft.typed} /> : null}
      {textOf(draft) === '' ? null : (
        <Button variant="link" size="sm" className="h-6" onClick={clear}>
          {t('filter.clear')}
        </Button>
      )}
    </search>
  );
}

/** What is still missing, once the typing pauses. */
function FilterProblem({ typed }: { typed: string }) {
  const t = useT('locks');
  const [late, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    const timer = setTimeout(() => setLate(typed !== ''), 700);
    return () => clearTimeout(timer);
  }, [typed]);
  const { problem } = parseFilter(typed);
  if (!late || !problem) return <span id="filter-problem" className="sr-only" />;
  return (
    <p
      id="filter-problem"
      className="absolute start-0 top-full z-20 mt-1 rounded-sm border border-line bg-raised px-2 py-1 text-2 text-sm shadow-float"
    >
      <bdi className="mono font-semibold text-1">{problem.term}</bdi>{' '}
      {t(`filter.problem.${problem.code}`, { allowed: problem.allowed.join(', ') })}
    </p>
  );
}

/** Runs `then` when `value` has not changed for a moment. */
function usePause(value: string, then: () => void): void {
  const latest = useRef(then);
  useEffect(() => {
    latest.current = then;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the value starts the wait anew
  useEffect(() => {
    const timer = setTimeout(() => latest.current(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
}
