'use client';

import { TicketField } from '@/components/app/ticket';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { TextInput } from '@/components/ui/text-input';
import type { Although, LockAction } from '@/lib/contract/action-codes';
import type { Preview } from '@/lib/contract/actions';
import { isConsent } from '@/lib/domain/actions/although';
import type { Draft } from './how/draft';
import { typedLease, typedQuarantine, USUAL_LEASES, USUAL_QUARANTINES } from './typed-lease';

type Props = {
  preview: Preview;
  /** What has to be said, with the other keys that are chosen. */
  requires: Preview['requires'];
  action: LockAction;
  draft: Draft;
  onChange(draft: Draft): void;
};

/** What the operator has to say: why, and for how long or that it is really this key. */
export function ConfirmFields({ preview, requires, action, draft, onChange }: Props) {
  const t = useT('actions');
  const { typedKey, lock } = preview;
  const isKey = typedKey === lock.key.text;
  return (
    <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      {requires.although ? (
        <AlthoughField although={requires.although} preview={preview} draft={draft} onChange={onChange} />
      ) : null}
      <TextInput
        label={requires.reason ? t('field.reason') : t('field.reasonOptional')}
        value={draft.reason}
        required={requires.reason}
        maxLength={1_000}
        onChange={({ target }) => onChange({ ...draft, reason: target.value })}
      />
      <TicketField value={draft.ticket} onChange={(ticket) => onChange({ ...draft, ticket })} />
      {action === 'extend' ? (
        <TimeField
          label={t('field.lease')}
          value={draft.lease}
          error={typedLease(draft.lease) === null ? t('field.leaseError') : undefined}
          usual={USUAL_LEASES}
          onChange={(lease) => onChange({ ...draft, lease })}
        />
      ) : null}
      {action === 'quarantine' ? (
        <TimeField
          label={t('field.quarantine')}
          value={draft.quarantine}
          error={typedQuarantine(draft.quarantine) === null ? t('field.quarantineError') : undefined}
          usual={USUAL_QUARANTINES}
          onChange={(quarantine) => onChange({ ...draft, quarantine })}
        />
      ) : null}
      {requires.typedKey ? (
        <TextInput
          label={isKey ? t('field.typeKey') : t('field.typeName', { name: typedKey })}
          value={draft.typedKey}
          mono
          required
          dir="ltr"
          onChange={({ target }) => onChange({ ...draft, typedKey: target.value })}
        />
      ) : null}
    </div>
  );
}

/** Consent of its own, to what speaks against it: more than a press of the button. */
function AlthoughField({
  although,
  preview: { lock, nowMs },
  draft,
  onChange,
}: Pick<Props, 'preview' | 'draft' | 'onChange'> & { although: Although }) {
  const t = useT('holderVerdict');
  const format = useFormat();
  const { awaited } = lock.renewal;
  const why =
    although === 'renews' && awaited
      ? t('although.renews.whyAwaited', {
          watched: format.duration(Math.max(0, nowMs - awaited.sinceMs)),
          within: format.duration(Math.max(0, awaited.untilMs - nowMs)),
        })
      : t(`although.${although}.why`);
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox in it is one
    <label className="flex cursor-pointer items-start gap-2.5 rounded-md border border-lost-line bg-lost-tint px-3 py-2 sm:col-span-2">
      <Checkbox
        checked={isConsent(draft.although, although)}
        onChange={(on) => onChange({ ...draft, although: on ? although : null })}
        label={t(`although.${although}.accept`)}
      />
      <span className="min-w-0 flex-1 py-0.5">
        <b className="font-semibold">{t(`although.${although}.accept`)}</b> {why}
      </span>
    </label>
  );
}

type TimeProps = {
  label: string;
  value: string;
  error: string | undefined;
  /** Times that a press fills in. */
  usual: readonly string[];
  onChange(value: string): void;
};

function TimeField({ label, value, error, usual, onChange }: TimeProps) {
  const t = useT('actions');
  return (
    <div>
      <TextInput
        label={label}
        value={value}
        mono
        required
        error={error}
        onChange={({ target }) => onChange(target.value)}
      />
      <fieldset className="mt-2 flex flex-wrap gap-1">
        <legend className="sr-only">{t('field.usual')}</legend>
        {usual.map((each) => (
          <Button
            key={each}
            size="sm"
            aria-pressed={value === each}
            onClick={() => onChange(each)}
            className="mono aria-pressed:bg-selected"
          >
            {each}
          </Button>
        ))}
      </fieldset>
    </div>
  );
}
