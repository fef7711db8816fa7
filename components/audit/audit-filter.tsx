import { ListFilter, TriangleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { momentAt, secondsOf } from '@/components/i18n/second-clock';
import { useZone } from '@/components/i18n/time-zone';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { Select } from '@/components/ui/select';
import { TextInput } from '@/components/ui/text-input';
import { AUDIT_ACTIONS, AUDIT_OUTCOMES } from '@/lib/contract/action-codes';
import type { AuditTexts } from '@/lib/domain/actions/audit';
import { momentOfText } from '@/lib/domain/values/moment-text';
import type { UseAuditFilter } from './use-audit-filter';

const ANY = 'any';
const PROBLEM_ID = 'audit-filter-problem';

/** Who, what, which key and when: applied together, and kept in the URL. */
export function AuditFilterForm({ filter }: { filter: UseAuditFilter }) {
  const t = useT('audit');
  const { texts, problem, filtered, set, clear } = filter;
  const { timeZone } = useZone();
  const [draft, setDraft] = useState<AuditTexts>(texts);
  const [shown, setShown] = useState(texts);
  if (shown !== texts) {
    setShown(texts);
    setDraft(texts);
  }
  const change = (part: Partial<AuditTexts>) => setDraft((now) => ({ ...now, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    set({ ...draft, actor: draft.actor.trim(), q: draft.q.trim() });
  };
  const textProps = (field: 'actor' | 'q') => ({
    label: t(`filter.${field}`),
    value: draft[field],
    maxLength: 500,
    onChange: ({ target }: { target: HTMLInputElement }) => change({ [field]: target.value }),
  });
  const timeProps = (field: 'from' | 'to') => ({
    label: t(`filter.${field}`),
    type: 'datetime-local',
    step: 1,
    value: clockOf(draft[field], timeZone),
    'aria-invalid': problem?.field === field ? true : undefined,
    onChange: ({ target }: { target: HTMLInputElement }) =>
      change({ [field]: String(momentAt(target.value, timeZone) ?? '') }),
  });
  return (
    <search>
      <form
        onSubmit={submit}
        aria-describedby={problem ? PROBLEM_ID : undefined}
        className="flex flex-wrap items-end gap-2"
      >
        <TextInput {...textProps('q')} className="w-64 max-sm:w-full" />
        <TextInput {...textProps('actor')} className="w-40 max-sm:w-full" />
        <Select
          label={t('action')}
          value={draft.action || ANY}
          onChange={(action) => change({ action: action === ANY ? '' : action })}
          options={[
            { value: ANY, label: t('filter.anyAction') },
            ...AUDIT_ACTIONS.map((value) => ({ value: value as string, label: t(`actions.${value}`) })),
          ]}
        />
        <Select
          label={t('outcome')}
          value={draft.outcome || ANY}
          onChange={(outcome) => change({ outcome: outcome === ANY ? '' : outcome })}
          options={[
            { value: ANY, label: t('filter.anyOutcome') },
            ...AUDIT_OUTCOMES.map((value) => ({ value: value as string, label: t(`outcomes.${value}`) })),
          ]}
        />
        <TextInput {...timeProps('from')} className="num w-52 max-sm:w-full" />
        <TextInput {...timeProps('to')} className="num w-52 max-sm:w-full" />
        <Button type="submit" variant="primary" icon={<ListFilter size={16} aria-hidden />}>
          {t('filter.apply')}
        </Button>
        {filtered ? (
          <Button variant="link" onClick={clear}>
            {t('filter.clear')}
          </Button>
        ) : null}
      </form>
      {problem ? (
        <p id={PROBLEM_ID} role="alert" className="mt-2 flex items-center gap-2 text-risk text-sm">
          <TriangleAlert size={14} aria-hidden className="shrink-0" />
          <span>
            {t(`filter.problem.${problem.code}`, {
              field: problem.field,
              text: texts[problem.field].slice(0, 64),
            })}
          </span>
        </p>
      ) : null}
    </search>
  );
}

/** A moment of the URL as a date-time field has it; what is none is an empty field. */
function clockOf(text: string, timeZone: string): string {
  const atMs = text === '' ? null : momentOfText(text);
  return atMs === null ? '' : secondsOf(atMs, timeZone);
}
