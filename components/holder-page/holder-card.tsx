'use client';

import { useNow } from '@/components/app/live-provider';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Fact } from '@/components/lock-parts/fact';
import { HolderIdentity, HolderLife } from '@/components/lock-parts/holder-identity';
import { HolderLinks } from '@/components/lock-parts/holder-links';
import { KnownByText } from '@/components/lock-parts/known-by';
import { CopyButton } from '@/components/ui/copy-button';
import { Panel } from '@/components/ui/panel';
import type { HolderAnswer } from '@/lib/contract/groups';
import type { Holder } from '@/lib/contract/holder';
import { readRef } from '../lock-parts/holder-ref';
import { groupedByToken, holdingsOf } from '../lock-parts/holdings';
import { TokenSpread } from './token-spread';

type Props = { answer: HolderAnswer; holder: Holder };

/** Who holds all this, whether it lives, and by what it is told from others. */
export function HolderCard({ answer, holder }: Props) {
  const t = useT('holders');
  const lock = useT('lock');
  const nowMs = useNow() || answer.nowMs;
  const by = readRef(answer.ref)?.by;
  return (
    <Panel
      title={lock('holder.title')}
      hint={<HolderLife holder={holder} nowMs={nowMs} />}
      right={<KnownByText known={answer.locks[0]?.confirmed ?? null} nowMs={nowMs} form="ago" />}
    >
      <dl className="flex flex-col gap-[3px] px-3 py-2.5">
        <HolderIdentity holder={holder} nowMs={nowMs} />
        <Tokens answer={answer} holder={holder} />
        <HolderLinks holder={holder} lock={null} nowMs={nowMs} />
        {by ? (
          <Fact name={t('toldBy')}>
            <span className="text-2">{t(`told.${by}`)}</span>
          </Fact>
        ) : null}
      </dl>
    </Panel>
  );
}

/** Its one token whole, or how many it has: each is in the list. */
function Tokens({ answer, holder }: Props) {
  const t = useT('holders');
  const lock = useT('lock');
  const format = useFormat();
  const groups = groupedByToken(holdingsOf(answer.locks, answer.ref));
  const [group] = groups;
  if (groups.length !== 1 || !group) {
    return <Fact name={t('tokens')}>{t('tokenCount', { n: format.count(groups.length) })}</Fact>;
  }
  const locks = group.holdings.length;
  return (
    <Fact name={lock('holder.token')}>
      <span className="flex items-start gap-1">
        <bdi dir="ltr" className="mono scroll-thin max-h-24 min-w-0 overflow-y-auto break-all">
          {holder.token.text}
        </bdi>
        <span className="-my-0.5">
          <CopyButton text={holder.token.text} label={lock('holder.copyToken')} />
        </span>
      </span>
      {locks > 1 ? (
        <span className="block text-2 text-sm">
          <TokenSpread keys={group.keys} locks={locks} />
        </span>
      ) : null}
    </Fact>
  );
}
