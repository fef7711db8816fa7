import { type FilterTerm, parseFilter } from '@/lib/domain/lists/lock-filter';

/** A filter in parts: qualifiers that stand as chips, and what is being typed. Together they are the text of the URL. */
export type FilterDraft = { chips: readonly string[]; typed: string };

/** Parts of a filter: qualifiers become chips, words stay in the field. */
export function draftOf(q: string): FilterDraft {
  const { terms, problem } = parseFilter(q);
  const chips = terms.filter(isQualifier).map((term) => q.slice(term.start, term.end));
  const words = terms.filter((term) => !isQualifier(term)).map((term) => q.slice(term.start, term.end));
  return { chips, typed: [...words, ...(problem ? [problem.term] : [])].join(' ') };
}

/** The whole text of a draft. */
export function filterTextOf({ chips, typed }: FilterDraft): string {
  return [...chips, typed.trim()].filter(Boolean).join(' ');
}

/** The draft with every finished qualifier in the field turned into a chip. */
export function withChips({ chips, typed }: FilterDraft): FilterDraft {
  const more = draftOf(typed);
  return more.chips.length === 0 ? { chips, typed } : { chips: [...chips, ...more.chips], typed: more.typed };
}

/** Whether the text can be sent as it stands. */
export function isComplete(q: string): boolean {
  return parseFilter(q).problem === null;
}

type ChipText = { name: string; value: string; negated: boolean };

/** Name and value of a chip, for the screen. */
export function chipText(chip: string): ChipText {
  const term = parseFilter(chip).terms[0];
  if (!term || term.type === 'word') return { name: '', value: chip, negated: false };
  const { negated, field } = term;
  if (term.type === 'text') return { name: field, value: term.value, negated };
  const raw = chip.slice(chip.indexOf(field) + field.length).replace(/^[:=]/, '');
  return { name: field, value: raw.replace(/^(<=|>=|<|>)/, (sign) => `${SIGNS[sign] ?? sign} `), negated };
}

const SIGNS: Record<string, string> = { '<=': '≤', '>=': '≥' };

function isQualifier(term: FilterTerm): boolean {
  return term.type !== 'word';
}
