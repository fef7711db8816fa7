'use client';

import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { TextInput } from '@/components/ui/text-input';
import type { Preview } from '@/lib/contract/actions';
import type { Draft } from './dialog-machine';
import { typedLease, USUAL_LEASES } from './typed-lease';

type Props = {
  preview: Preview;
  /** What has to be said, with the other keys that are chosen. */
  requires: Preview['requires'];
  isExtend: boolean;
  draft: Draft;
  onChange(draft: Draft): void;
};

/** What the operator has to say: why, and for how long or that it is really this key. */
export function ConfirmFields({ preview, requires, isExtend, draft, onChange }: Props) {
  const t = useT('actions');
  const { typedKey, lock } = preview;
  const isKey = typedKey === lock.key.text;
  return (
    <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      <TextInput
        label={requires.reason ? t('field.reason') : t('field.reasonOptional')}
        value={draft.reason}
        required={requires.reason}
        maxLength={1_000}
        onChange={({ target }) => onChange({ ...draft, reason: target.value })}
      />
      {isExtend ? <LeaseField draft={draft} onChange={onChange} /> : null}
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

function LeaseField({ draft, onChange }: Pick<Props, 'draft' | 'onChange'>) {
  const t = useT('actions');
  return (
    <div>
      <TextInput
        label={t('field.lease')}
        value={draft.lease}
        mono
        required
        error={typedLease(draft.lease) === null ? t('field.leaseError') : undefined}
        onChange={({ target }) => onChange({ ...draft, lease: target.value })}
      />
      <fieldset className="mt-2 flex flex-wrap gap-1">
        <legend className="sr-only">{t('field.usual')}</legend>
        {USUAL_LEASES.map((lease) => (
          <Button
            key={lease}
            size="sm"
            aria-pressed={draft.lease === lease}
            onClick={() => onChange({ ...draft, lease })}
            className="mono aria-pressed:bg-selected"
          >
            {lease}
          </Button>
        ))}
      </fieldset>
    </div>
  );
}
