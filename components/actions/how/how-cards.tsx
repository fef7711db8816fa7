'use client';

import { useDenied } from '@/components/app/access';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { verdictOf } from '@/components/lock-parts/holder-verdict';
import { RadioCards } from '@/components/ui/radio-cards';
import type { LockAction } from '@/lib/contract/action-codes';
import type { Consequence, Preview } from '@/lib/contract/actions';
import { isSome } from '@/lib/domain/values/counted';
import type { Draft } from './draft';
import { isRenewedByItself, type Price, priceOf } from './price';

type Props = {
  preview: Preview;
  action: LockAction;
  draft: Draft;
  /** Of the action that is chosen. */
  consequences: readonly Consequence[];
  onChoose(action: LockAction): void;
};

/** The ways to act: release now, quarantine first, extend instead; each with its result and its price. */
export function HowCards({ preview, action, draft, consequences, onChoose }: Props) {
  const t = useT('actions');
  const format = useFormat();
  const { lock, holder } = preview;
  const denied = useDenied('quarantine', lock.target, lock.id);
  const has = (wanted: Consequence['code']) => consequences.some(({ code }) => code === wanted);
  // Of another action nobody says who holds on after a release.
  const isKept = action === 'release' ? has('others-hold-on') : lock.holders.length > 1;
  const staysHeld = action === 'release' && has('hold-stays');
  const quarantine = !lock.actions.quarantine
    ? 'Off'
    : denied
      ? 'Denied'
      : verdictOf(preview) === 'unknown'
        ? 'Unsure'
        : 'Text';
  const extend = !lock.actions.extend
    ? 'Off'
    : holder.ttlMs === 'none'
      ? 'Never'
      : holder.ttlMs === 0
        ? 'Over'
        : isRenewedByItself(preview)
          ? 'Reset'
          : 'Text';
  const canQuarantine = quarantine === 'Unsure' || quarantine === 'Text';
  const canExtend = extend === 'Reset' || extend === 'Text';
  const release = isKept ? 'Kept' : staysHeld ? 'Stays' : isSome(lock.waiters.count) ? 'Waited' : 'Text';
  const price = (of: LockAction, isOffered = true) =>
    isOffered ? <PriceText price={priceOf(of, preview, draft)} /> : null;
  return (
    <RadioCards
      label={t('part.how')}
      value={action}
      onChange={onChoose}
      options={[
        {
          value: 'release',
          title: t('how.release'),
          text: t(`how.release${release}`),
          right: price('release', !isKept && !staysHeld),
        },
        {
          value: 'quarantine',
          title: t('how.quarantine'),
          text: t(`how.quarantine${quarantine}`),
          disabled: !canQuarantine,
          right: price('quarantine', canQuarantine),
        },
        {
          value: 'extend',
          title: t('how.extend'),
          text: t(`how.extend${extend}`, { period: format.span(lock.renewal.periodMs ?? 0) }),
          disabled: !canExtend,
          right: price('extend', canExtend),
        },
      ]}
    />
  );
}

function PriceText({ price }: { price: Price | null }) {
  const t = useT('actions');
  const format = useFormat();
  if (price === null) return null;
  const longer = 'longerMs' in price ? format.span(price.longerMs) : '';
  const count = 'count' in price ? price.count : 0;
  return t(`how.price.${price.code}`, { longer, count, n: format.count(count) });
}
