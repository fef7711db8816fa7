'use client';

import { useMoment, withMoment } from '@/components/app/use-moment';
import { useTarget } from '@/components/app/use-target';
import { useT } from '@/components/i18n/use-t';
import { holderNameOf } from '@/components/lock-parts/holder-name';
import { readRef } from '@/components/lock-parts/holder-ref';
import { HolderMark, HolderNameText } from '@/components/lock-parts/holder-text';
import { splitKey } from '@/components/lock-parts/split-key';
import { cx } from '@/components/ui/cx';
import { Link } from '@/components/ui/link';
import type { WaitParty } from '@/lib/contract/graph';
import { holderStanding } from '@/lib/domain/holders/holder-standing';
import { shortToken } from '@/lib/domain/holders/short-token';

type Props = { party: WaitParty; className?: string };

/** Path of the page of all that it holds; null = it has none. */
export function partyPath({ ref, hasPage }: WaitParty): string | null {
  return hasPage ? `/holders/${encodeURIComponent(ref)}` : null;
}

/** What a party is called, in one line; its short token tells apart what one process has in several tasks. */
export function usePartyName(): (party: WaitParty) => string {
  const t = useT('graph');
  return (party) => {
    const named = nameOf(party) ?? codeOf(party);
    if (named === null) return t('party.unnamed');
    const token = partyToken(party);
    return token === null ? named : `${named} ${token}`;
  };
}

/** Whether it lives, its name as the way to its page, and the short token at the end of the line. */
export function PartyName({ party, className }: Props) {
  const [target] = useTarget();
  const { atMs } = useMoment();
  const path = partyPath(party);
  const token = partyToken(party);
  return (
    <span className={cx('flex min-w-0 items-center gap-2', className)}>
      <HolderMark verdict={holderStanding(party)} />
      {path === null ? (
        <span className="flex min-w-0">
          <Name party={party} />
        </span>
      ) : (
        <Link
          href={withMoment(path, target, atMs)}
          data-stop
          className="flex min-h-6 min-w-0 scroll-mt-12 scroll-mb-4 items-center rounded-sm hover:underline"
        >
          <Name party={party} />
        </Link>
      )}
      {token === null ? null : (
        <bdi dir="ltr" title={party.token?.text} className="mono shrink-0 font-normal text-3 text-xs">
          {token}
        </bdi>
      )}
    </span>
  );
}

/** Its name alone, cut where room is short. */
export function Name({ party }: Props) {
  const t = useT('graph');
  const code = codeOf(party);
  if (nameOf(party) !== null) return <HolderNameText holder={{ ...party, tokenUnique: true }} />;
  if (code === null) return <span className="truncate text-3">{t('party.unnamed')}</span>;
  const [head, tail] = splitKey(code);
  return (
    <bdi dir="ltr" title={code} className="mono flex min-w-0">
      <span className="min-w-0 truncate whitespace-pre">{head}</span>
      <span className="shrink-0 whitespace-pre">{tail}</span>
    </bdi>
  );
}

function nameOf({ label, process }: WaitParty): string | null {
  const named = holderNameOf({ label, process, tokenUnique: true });
  return named.code === 'named' ? named.name : null;
}

/** What it is called in tokens, where nothing else names it. */
function codeOf({ ref, token }: WaitParty): string | null {
  return token?.text ?? readRef(ref)?.name ?? null;
}

/** Beside a name; where there is none the token is the name. */
export function partyToken(party: WaitParty): string | null {
  return party.token === null || nameOf(party) === null ? null : shortToken(party.token.text);
}
