import type { Ref } from 'react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Checkbox } from '@/components/ui/checkbox';
import { TextArea } from '@/components/ui/text-area';
import { TextInput } from '@/components/ui/text-input';
import { daysOf, TOKEN_RIGHTS, type TokenDraft, type TokenRight } from './token-draft';

const DAY_MS = 86_400_000;
const NAME_LIMIT = 64;

type Props = {
  draft: TokenDraft;
  nowMs: number;
  first: Ref<HTMLInputElement>;
  onChange(draft: TokenDraft): void;
};

/** What a new token is called, how long it lasts, what it may do, and on what. */
export function TokenFields({ draft, nowMs, first, onChange }: Props) {
  const t = useT('settings');
  const format = useFormat();
  const days = daysOf(draft.days);
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <TextInput
          ref={first}
          label={t('newToken.name')}
          hint={t('newToken.nameHint')}
          value={draft.name}
          required
          maxLength={NAME_LIMIT}
          onChange={({ target }) => onChange({ ...draft, name: target.value })}
        />
        <TextInput
          label={t('newToken.days')}
          hint={
            days === null
              ? undefined
              : t('newToken.daysHint', { day: format.moment(nowMs + days * DAY_MS).slice(0, 16) })
          }
          error={days === null ? t('newToken.daysWrong') : undefined}
          value={draft.days}
          required
          inputMode="decimal"
          maxLength={6}
          className="num"
          onChange={({ target }) => onChange({ ...draft, days: target.value })}
        />
      </div>
      <fieldset>
        <legend className="mb-1 font-medium text-3 text-xs">{t('newToken.rights')}</legend>
        <ul className="-ms-1 grid gap-x-4 sm:grid-cols-2">
          {TOKEN_RIGHTS.map((right) => (
            <Right key={right} right={right} draft={draft} onChange={onChange} />
          ))}
        </ul>
      </fieldset>
      <TextInput
        label={t('newToken.targets')}
        hint={t('newToken.targetsHint')}
        value={draft.targets}
        mono
        dir="ltr"
        required
        onChange={({ target }) => onChange({ ...draft, targets: target.value })}
      />
      <TextArea
        label={t('newToken.keys')}
        hint={t('newToken.keysHint')}
        value={draft.keys}
        dir="ltr"
        spellCheck={false}
        onChange={({ target }) => onChange({ ...draft, keys: target.value })}
      />
    </div>
  );
}

function Right({ right, draft, onChange }: { right: TokenRight } & Pick<Props, 'draft' | 'onChange'>) {
  const t = useT('settings');
  const { rights } = draft;
  const isChosen = rights.includes(right);
  const toggle = () =>
    onChange({ ...draft, rights: isChosen ? rights.filter((each) => each !== right) : [...rights, right] });
  return (
    <li className="flex items-start gap-1">
      <Checkbox checked={isChosen} label={`${right}: ${t(`newToken.right.${right}`)}`} onChange={toggle} />
      <span aria-hidden onClick={toggle} className="min-w-0 cursor-default pt-0.5">
        <span className="font-medium">{right}</span>{' '}
        <span className="text-3 text-sm">{t(`newToken.right.${right}`)}</span>
      </span>
    </li>
  );
}
