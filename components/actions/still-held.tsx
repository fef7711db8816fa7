'use client';

import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { HolderMark, HolderNameText, TokenText } from '@/components/lock-parts/holder-text';
import { ApiFailure } from '@/lib/api/http';
import { lockQueries } from '@/lib/api/queries';
import type { Holder } from '@/lib/contract/holder';
import { holderStanding } from '@/lib/domain/holders/holder-standing';
import type { Done } from './done';

const NAMED = 5;

/** Who still has a lock of which one holder was released: as read since, and until then as it was seen before. */
export function StillHeld({ done }: { done: Done }) {
  const t = useT('actions');
  const format = useFormat();
  const query = useQuery({ ...lockQueries.detail(done.lock.id), retry: false });
  const isGone = query.error instanceof ApiFailure && query.error.code === 'not-found';
  const read = query.data && query.data.nowMs >= done.result.atMs ? query.data.lock.holders : null;
  const holders = isGone ? [] : (read ?? done.lock.holders).filter((other) => !isSame(other, done.holder));
  const count = holders.length;
  return (
    <div data-testid="still-held" className="flex flex-col gap-1">
      <p className="num flex items-center gap-1.5">
        <Users size={14} aria-hidden className="shrink-0 text-3" />
        {t('result.still', { count, n: format.count(count) })}
      </p>
      {count === 0 ? null : (
        <ul className="flex flex-col gap-0.5 ps-5">
          {holders.slice(0, NAMED).map((holder, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what is shown of a long token may not tell two apart
            <li key={`${holder.token.text} ${i}`} className="flex min-w-0 items-center gap-2">
              <HolderMark verdict={holderStanding(holder)} />
              <HolderNameText holder={holder} form="short" />
              <TokenText holder={holder} className="shrink-0 text-3" />
            </li>
          ))}
          {count > NAMED ? (
            <li className="num text-3 text-sm">
              {t('result.stillMore', { n: format.count(count - NAMED) })}
            </li>
          ) : null}
        </ul>
      )}
    </div>
  );
}

function isSame(one: Holder, other: Holder): boolean {
  return one.token.text === other.token.text;
}
