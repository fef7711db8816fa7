import { type ReactNode, type Ref, useId } from 'react';
import { useT } from '@/components/i18n/use-t';
import { Segmented } from '@/components/ui/segmented';
import { TextArea } from '@/components/ui/text-area';
import { TextInput } from '@/components/ui/text-input';
import { ENVIRONMENTS, KINDS, type TargetFields, withCredentialsApart } from './target-draft';
import { TlsFields } from './tls-fields';

type Props = {
  fields: TargetFields;
  /** There is a target of this name. */
  isTaken: boolean;
  first: Ref<HTMLInputElement>;
  onChange(fields: TargetFields): void;
};

/** Address, credentials, name and environment of a target. */
export function TargetFieldsView({ fields, isTaken, first, onChange }: Props) {
  const t = useT('addTarget');
  const { kind } = fields;
  const typed = (field: keyof TargetFields) => ({
    value: fields[field],
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...fields, [field]: target.value }),
  });
  const address = {
    ...typed('addresses'),
    label: t(`address.${kind}`),
    hint: t(`hint.${kind}`),
    dir: 'ltr' as const,
    autoCapitalize: 'none',
    spellCheck: false,
    required: true,
    // A password that was pasted with the address does not stay in sight.
    onBlur: () => onChange(withCredentialsApart(fields)),
  };
  return (
    <div className="flex flex-col gap-3">
      <Choice label={t('kind.label')}>
        {(label) => (
          <Segmented
            label={label}
            value={kind}
            onChange={(next) => onChange({ ...fields, kind: next })}
            options={KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
          />
        )}
      </Choice>
      {kind === 'standalone' ? (
        <TextInput ref={first} mono placeholder="rediss://orders.example.net:6379" {...address} />
      ) : (
        <TextArea rows={3} {...address} />
      )}
      {kind === 'sentinel' ? (
        <TextInput label={t('primary')} hint={t('primaryHint')} required {...typed('primary')} />
      ) : null}
      <div className="grid gap-3 sm:grid-cols-2">
        <TextInput
          label={t('username')}
          hint={t('usernameHint')}
          mono
          dir="ltr"
          autoCapitalize="none"
          maxLength={256}
          {...typed('username')}
        />
        <TextInput label={t('password')} type="password" dir="ltr" maxLength={1_024} {...typed('password')} />
        <TextInput
          label={t('name')}
          hint={t('nameHint')}
          error={isTaken ? t('nameTaken') : undefined}
          dir="ltr"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={64}
          {...typed('name')}
        />
        <Choice label={t('environment')}>
          {(label) => (
            <Segmented
              label={label}
              value={fields.environment}
              onChange={(environment) => onChange({ ...fields, environment })}
              options={ENVIRONMENTS.map((value) => ({ value, label: t(`environments.${value}`) }))}
            />
          )}
        </Choice>
      </div>
      <TlsFields typed={typed} />
    </div>
  );
}

/** A label over a choice that is no input; the choice is named by it. */
function Choice({ label, children }: { label: string; children(label: string): ReactNode }) {
  const id = useId();
  return (
    <div className="min-w-0">
      <span id={id} aria-hidden className="mb-1 block font-medium text-3 text-xs">
        {label}
      </span>
      {children(label)}
    </div>
  );
}
