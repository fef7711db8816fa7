import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Checkbox } from '@/components/ui/checkbox';
import type { HoldPart, Preview } from '@/lib/contract/actions';
import type { Lock } from '@/lib/contract/lock';
import { type Chosen, canBeChosen, isOfHold } from '@/lib/domain/actions/hold-choice';
import { countOf } from '@/lib/domain/values/counted';
import { UnseenCount } from './hold-outcomes';

type Props = {
  preview: Preview;
  chosen: Chosen;
  onChoose(chosen: Chosen): void;
};

/** The keys that the holder's token is on, and which of them are released with the lock. */
export function SameHold({ preview: { lock, hold }, chosen, onChoose }: Props) {
  const t = useT('sameHold');
  const format = useFormat();
  if (!hold) return null;
  const unseen = hold.unseen?.surely ?? 0;
  const of = 1 + hold.parts.filter(isOfHold).length + unseen;
  const count = 1 + chosen.size;
  const sure = hold.parts.find(isOfHold)?.sure ?? (unseen > 0 ? 'likely' : 'possible');
  const toggle = (id: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(id);
    else next.delete(id);
    onChoose(next);
  };
  return (
    <fieldset className="rounded-md border border-line-strong px-3 py-2 sm:col-span-2">
      <legend className="sr-only">{t('legend')}</legend>
      <p className="flex flex-wrap justify-between gap-x-4 pb-1">
        <span className="font-semibold">
          {of === 1 || count > of
            ? t('alone', { count })
            : t(count === of ? 'whole' : 'part', { of, count, n: format.count(of) })}
        </span>
        <span className="text-3 text-sm">{t(`sure.${sure}`)}</span>
      </p>
      <ul className="scroll-thin flex flex-col max-sm:gap-1 sm:max-h-52 sm:overflow-y-auto">
        <Key lock={lock} isChosen />
        {hold.parts.map((part) => (
          <Key
            key={part.lock.id}
            lock={part.lock}
            part={part}
            isChosen={chosen.has(part.lock.id)}
            onChoose={(on) => toggle(part.lock.id, on)}
          />
        ))}
      </ul>
      {hold.more > 0 ? (
        <p className="pt-1 text-2 text-sm">{t('more', { count: hold.more, n: format.count(hold.more) })}</p>
      ) : null}
      <UnseenCount of={hold.unseen} />
    </fieldset>
  );
}

type KeyProps = {
  lock: Lock;
  /** null or absent = the lock itself, which is released in any case. */
  part?: HoldPart;
  isChosen: boolean;
  onChoose?(on: boolean): void;
};

function Key({ lock, part, isChosen, onChoose }: KeyProps) {
  const t = useT('sameHold');
  const format = useFormat();
  const waiting = countOf(lock.waiters.count);
  return (
    <li className="flex items-start gap-2">
      <Checkbox
        checked={isChosen}
        disabled={!part || !canBeChosen(part)}
        onChange={(on) => onChoose?.(on)}
        label={t('release', { key: lock.key.text })}
      />
      <div className="grid min-w-0 flex-1 gap-x-4 py-0.5 sm:grid-cols-[minmax(0,1fr)_auto]">
        <bdi dir="ltr" className="mono break-all">
          {lock.key.text}
        </bdi>
        <span className="num wrap-anywhere text-2 text-sm">
          {waiting.known
            ? t('waiting', { count: waiting.count, n: format.count(waiting.count) })
            : t('waitingUnknown')}
          {' · '}
          <bdi dir="ltr">{lock.votes ? t('nodes', { count: lock.votes.length }) : lock.node}</bdi>
        </span>
        {part ? <Why part={part} /> : null}
      </div>
    </li>
  );
}

/** Why a key is taken for one of the same hold, or why it cannot be released with it. */
function Why({ part }: { part: HoldPart }) {
  const t = useT('sameHold');
  const format = useFormat();
  const { sure, acquiredApartMs, leasesApartMs, why } = part;
  const told = [
    ...(sure === 'proven' ? [t('why.token')] : [t('why.reused')]),
    acquiredApartMs === null
      ? t('why.takenUnknown')
      : t('why.taken', { apart: format.latency(acquiredApartMs) }),
    ...(leasesApartMs === null ? [] : [t('why.leases', { apart: format.latency(leasesApartMs) })]),
  ];
  return <p className="text-3 text-sm sm:col-span-2">{why ? why.message : told.join(' · ')}</p>;
}
