'use client';

import { Fragment } from 'react';
import { useT } from '@/components/i18n/use-t';
import { useNarrow } from '@/components/list-parts/use-narrow';
import { shortToken } from '@/components/lock-parts/holder-name';
import { cx } from '@/components/ui/cx';
import { ScrollRegion } from '@/components/ui/scroll-region';
import type { Standing } from '@/components/ui/use-standing';
import { groupedByToken, type Holding } from '../lock-parts/holdings';
import { HELD_COLUMNS, HELD_STYLE } from './held-columns';
import { HeldItem } from './held-item';
import { HeldRow } from './held-row';
import { TokenSpread } from './token-spread';

/** Room for a key. */
const KEY_WIDTH = 176;

/** The locks of one holder; those that one token is on stand together under it. */
export function HeldLocks({ rows }: { rows: readonly Standing<Holding>[] }) {
  const isNarrow = useNarrow();
  const standing = new Map(rows.map((row) => [row.item.id, row]));
  const groups = groupedByToken(rows.map(({ item }) => item)).map(({ token, keys, holdings }) => ({
    token,
    keys,
    rows: holdings.flatMap(({ id }) => standing.get(id) ?? []),
  }));
  return isNarrow ? <Items groups={groups} /> : <Table groups={groups} />;
}

type Props = { groups: { token: string; keys: number; rows: Standing<Holding>[] }[] };

function Table({ groups }: Props) {
  const t = useT('holders');
  const column = useT('locks');
  const targets = new Set(groups.flatMap(({ rows }) => rows.map(({ item }) => item.lock.target)));
  const isShownByRow = groups.some(
    ({ rows }) => rows.length === 1 || rows.some(({ item }) => item.holder.mode !== 'exclusive'),
  );
  const columns = HELD_COLUMNS.filter((id) => {
    if (id === 'node') return targets.size > 1;
    return id !== 'token' || isShownByRow;
  });
  return (
    <ScrollRegion label={t('caption')} className="overflow-x-auto">
      <table
        style={{ minWidth: columns.reduce((sum, id) => sum + (HELD_STYLE[id].width ?? KEY_WIDTH), 0) }}
        className="num w-full table-fixed border-separate border-spacing-0"
      >
        <caption className="sr-only">{t('caption')}</caption>
        <colgroup>
          {columns.map((id) => (
            <col key={id} style={{ width: HELD_STYLE[id].width }} />
          ))}
        </colgroup>
        <thead className="text-3 text-xs">
          <tr className="h-8 [&>th]:border-line [&>th]:border-b">
            {columns.map((id) => (
              <th
                key={id}
                scope="col"
                className={cx('px-2 first:ps-3 last:pe-3', HELD_STYLE[id].end && 'text-end')}
              >
                {id === 'token' ? t('token') : column(`column.${id}`)}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(({ token, keys, rows }) => (
          <tbody
            key={rows[0]?.item.id}
            className="[&:last-child>tr:last-child>*]:border-b-0 [&>tr>*]:border-line [&>tr>*]:border-b"
          >
            {rows.length > 1 ? (
              <tr className="h-row">
                <th scope="rowgroup" colSpan={columns.length} className="px-3 font-normal">
                  <TokenOnKeys token={token} keys={keys} locks={rows.length} />
                </th>
              </tr>
            ) : null}
            {rows.map((row) => (
              <HeldRow key={row.item.id} row={row} columns={columns} isPart={rows.length > 1} />
            ))}
          </tbody>
        ))}
      </table>
    </ScrollRegion>
  );
}

function Items({ groups }: Props) {
  return (
    <ul>
      {groups.map(({ token, keys, rows }) => (
        <Fragment key={rows[0]?.item.id}>
          {rows.length > 1 ? (
            <li className="border-line border-b px-3 py-2">
              <TokenOnKeys token={token} keys={keys} locks={rows.length} />
            </li>
          ) : null}
          {rows.map((row) => (
            <HeldItem key={row.item.id} row={row} isPart={rows.length > 1} />
          ))}
        </Fragment>
      ))}
    </ul>
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
