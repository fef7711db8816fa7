'use client';

import { useT } from '@/components/i18n/use-t';
import { ByWidth } from '@/components/list-parts/by-width';
import { cx } from '@/components/ui/cx';
import { DataTable } from '@/components/ui/data-table/data-table';
import type { Standing } from '@/components/ui/use-standing';
import { shortToken } from '@/lib/domain/holders/short-token';
import { groupedByToken, type Holding } from '../lock-parts/holdings';
import { useHeldColumns } from './held-columns';
import { TokenSpread } from './token-spread';

/** The locks of one holder; those that one token is on stand together under it. */
export function HeldLocks({ rows }: { rows: readonly Standing<Holding>[] }) {
  const t = useT('holders');
  const column = useT('locks');
  const columns = useHeldColumns();
  const standing = new Map(rows.map((row) => [row.item.id, row]));
  const groups = groupedByToken(rows.map(({ item }) => item)).map(({ token, keys, holdings }) => {
    const isPart = holdings.length > 1;
    return {
      key: holdings[0]?.id ?? token,
      head: isPart ? <TokenOnKeys token={token} keys={keys} locks={holdings.length} /> : null,
      rows: holdings.flatMap(({ id }) => {
        const row = standing.get(id);
        return row ? { ...row, isPart } : [];
      }),
    };
  });
  const targets = new Set(rows.map(({ item }) => item.lock.target));
  const isShownByRow = groups.some(
    ({ rows }) => rows.length === 1 || rows.some(({ item }) => item.holder.mode !== 'exclusive'),
  );
  const isShown = { node: targets.size > 1, token: isShownByRow };
  return (
    <ByWidth>
      {(isNarrow) => (
        <DataTable
          caption={t('caption')}
          scroll="overflow-x-auto"
          columns={columns.filter(({ id }) => isNarrow || (id !== 'node' && id !== 'token') || isShown[id])}
          heads={(id) => (id === 'token' ? t('token') : column(`column.${id}`))}
          groups={groups}
          rowKey={({ item }) => item.id}
          rowProps={({ left, isPart }) => ({
            className: cx(
              left && 'text-3',
              isPart && (isNarrow ? 'ps-6!' : '[&>:first-child]:ps-7! [&>th]:ps-5!'),
            ),
          })}
          pad="px-2 first:ps-3 last:pe-3 [td]:overflow-hidden"
          room={176}
          narrow={isNarrow}
          lines={[['verdict', 'lease'], ['key'], ['kind', 'token', 'age', 'known']]}
          itemClass="px-3 py-2 last:border-b-0"
        />
      )}
    </ByWidth>
  );
}

function TokenOnKeys({ token, ...of }: { token: string; keys: number; locks: number }) {
  return (
    <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
      <bdi dir="ltr" title={token} className="mono shrink-0 text-2">
        {shortToken(token)}
      </bdi>
      <span className="num">
        <TokenSpread {...of} />
      </span>
    </span>
  );
}
