import type { ReactNode } from 'react';
import { useZone } from '@/components/i18n/time-zone';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { type RadioCard, RadioCards } from '@/components/ui/radio-cards';
import { Segmented } from '@/components/ui/segmented';
import { Select } from '@/components/ui/select';
import { TextInput } from '@/components/ui/text-input';
import type { SilenceScope } from '@/lib/contract/silences';
import { familyOf } from '@/lib/domain/keys/family';
import {
  endProblem,
  kindsFor,
  type SilenceAbout,
  type SilenceDraft,
  type SilenceSpan,
  SPANS,
} from './silence-draft';

type Fields = { draft: SilenceDraft; onChange(draft: SilenceDraft): void };

/** Which findings of the rule, where there is a choice. */
export function ScopeFields({ about, draft, onChange }: Fields & { about: SilenceAbout }) {
  const t = useT('silences');
  const { targets, finding } = about;
  const textOf: Record<SilenceScope['kind'], ReactNode> = {
    lock: <Name text={finding?.key ?? ''} />,
    family: <Name text={familyOf(finding?.key ?? '')} />,
    glob: t('scope.globText'),
    node: <Name text={finding?.node ?? ''} />,
    all: t('scope.allText'),
  };
  const options = kindsFor(about).map((kind): RadioCard<SilenceScope['kind']> => {
    return { value: kind, title: t(`scope.${kind}`, { target: draft.target }), text: textOf[kind] };
  });
  return (
    <div className="flex flex-col gap-2">
      <p className="font-semibold">{t('scope.label')}</p>
      {!finding && targets.length > 1 ? (
        <Select
          label={t('scope.target')}
          value={draft.target}
          onChange={(target) => onChange({ ...draft, target })}
          options={targets.map((target) => ({ value: target, label: target }))}
          className="self-start"
        />
      ) : null}
      <RadioCards
        label={t('scope.label')}
        value={draft.kind}
        onChange={(kind) => onChange({ ...draft, kind })}
        options={options}
      />
      {draft.kind === 'glob' ? (
        <TextInput
          label={t('scope.globLabel')}
          value={draft.glob}
          mono
          required
          dir="ltr"
          maxLength={256}
          onChange={({ target }) => onChange({ ...draft, glob: target.value })}
        />
      ) : null}
    </div>
  );
}

function Name({ text }: { text: string }) {
  return (
    <bdi dir="ltr" className="mono wrap-anywhere">
      {text}
    </bdi>
  );
}

/** For how long, or until when on the viewer's clocks; and in full when that is. */
export function UntilFields({
  draft,
  untilMs,
  nowMs,
  onChange,
}: Fields & { untilMs: number | null; nowMs: number }) {
  const t = useT('silences');
  const format = useFormat();
  const { timeZone } = useZone();
  const problem = endProblem(untilMs, nowMs);
  const isDate = draft.until === 'date';
  const offset = format.offset(untilMs ?? nowMs);
  const spans = (Object.keys(SPANS) as SilenceSpan[]).map((span) => ({
    value: span,
    label: format.span(SPANS[span]),
  }));
  return (
    <div className="flex flex-col gap-2">
      <p className="font-semibold">{t('until.label')}</p>
      <div>
        <Segmented<SilenceDraft['until']>
          label={t('until.label')}
          value={draft.until}
          onChange={(until) => onChange({ ...draft, until })}
          options={[...spans, { value: 'date', label: t('until.date') }]}
        />
      </div>
      {isDate ? (
        <TextInput
          type="datetime-local"
          label={t('until.dateLabel', { zone: offset === timeZone ? offset : `${timeZone}, ${offset}` })}
          value={draft.date}
          required
          error={problem && t(`until.${problem === 'date' ? 'missing' : problem}`)}
          className="max-w-72"
          onChange={({ target }) => onChange({ ...draft, date: target.value })}
        />
      ) : null}
      {problem === null && untilMs !== null ? (
        <p className="num text-2 text-sm">{t('until.ends', { moment: format.moment(untilMs) })}</p>
      ) : null}
    </div>
  );
}
