'use client';

import { ListFilter } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { Chip } from '@/components/ui/chip';
import { type FilterProblem, parseFilter } from '@/lib/domain/lists/lock-filter';
import { chipText, draftOf, type FilterDraft, filterTextOf, withChips } from './filter-draft';

/** How long typing pauses before the list follows. */
const PAUSE_MS = 250;
const LATE_MS = 700;

/** Of the line that says what is wrong with the filter. */
export const FILTER_PROBLEM_ID = 'filter-problem';

type Props = {
  q: string;
  onChange(q: string, how: 'typing' | 'step'): void;
  /** What keeps the text from being a filter, once the typing pauses; null = nothing does. */
  onProblem(problem: FilterProblem | null): void;
};

/** The filter: qualifiers as chips, words and what is being typed in the field. */
export function FilterBar({ q, onChange, onProblem }: Props) {
  const t = useT('locks');
  const [own, setOwn] = useState({ q, draft: draftOf(q) });
  const field = useRef<HTMLInputElement>(null);
  if (own.q !== q) setOwn({ q, draft: draftOf(q) });
  const { draft } = own;
  const { problem } = parseFilter(draft.typed);
  useLateProblem(problem, onProblem);

  const show = (next: FilterDraft) => setOwn((now) => ({ ...now, draft: next }));
  const commit = (next: FilterDraft, how: 'typing' | 'step') => {
    const text = filterTextOf(next);
    if (parseFilter(text).problem) return show(next);
    setOwn({ q: text, draft: next });
    if (text !== q) onChange(text, how);
  };
  usePause(draft.typed, () => filterTextOf(draft) !== q && commit(draft, 'typing'));

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
          aria-describedby={problem ? FILTER_PROBLEM_ID : undefined}
          placeholder={t('filter.placeholder')}
          spellCheck={false}
          autoComplete="off"
          className="h-6 min-w-36 flex-1 bg-transparent outline-none placeholder:text-3"
        />
      </div>
      {filterTextOf(draft) === '' ? null : (
        <Button variant="link" size="sm" className="h-6" onClick={clear}>
          {t('filter.clear')}
        </Button>
      )}
    </search>
  );
}

/** What is still missing is said once the typing pauses, not at each letter. */
function useLateProblem(problem: FilterProblem | null, tell: (problem: FilterProblem | null) => void): void {
  const latest = useRef({ problem, tell });
  latest.current = { problem, tell };
  const name = problem && `${problem.code} ${problem.term}`;
  useEffect(() => {
    const show = () => latest.current.tell(latest.current.problem);
    if (name === null) return show();
    const timer = setTimeout(show, LATE_MS);
    return () => clearTimeout(timer);
  }, [name]);
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
