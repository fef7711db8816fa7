'use client';

import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { DataTable } from '@/components/ui/data-table/data-table';
import type { SeenSide } from '@/lib/contract/actions';
import { shortToken } from '@/lib/domain/holders/short-token';
import type { Change } from './preview/compare-previews';

/** What was seen beside what is there now. */
export function ChangedView({ change, refused }: { change: Change; refused: boolean }) {
  const t = useT('actions');
  const { after, changed, key } = change;
  const what =
    after.type === 'none'
      ? 'gone'
      : ((['holder', 'acquisition', 'keys', 'renewed-or-retaken'] as const).find((fact) =>
          changed.includes(fact),
        ) ?? 'other');
  return (
    <div className="flex flex-col gap-3">
      {key === undefined ? null : (
        <p>
          {t.rich('changed.key', {
            m: () => (
              <bdi dir="ltr" className="mono break-all font-semibold">
                {key}
              </bdi>
            ),
          })}
        </p>
      )}
      <ChangedTable change={change} />
      <p>
        {t(refused ? 'changed.refused' : 'changed.noticed')} {t(`changed.what.${what}`)}
      </p>
      <p className="text-2">{t(what === 'gone' ? 'changed.nothingLeft' : 'changed.again')}</p>
    </div>
  );
}

function ChangedTable({ change: { before, after } }: { change: Change }) {
  const t = useT('actions');
  const common = useT('common');
  const format = useFormat();
  const count = ({ holdCount }: SeenSide) => (holdCount === null ? common('unknown') : String(holdCount));
  const left = ({ ttlMs }: SeenSide) =>
    ttlMs === null ? t('changed.absent') : ttlMs === 'none' ? common('never') : format.duration(ttlMs);
  const isGone = after.type === 'none';
  const rows = [
    {
      name: t('fact.holder'),
      was: <HolderOf side={before} />,
      is: <HolderOf side={after} />,
      differs: before.token !== after.token,
    },
    {
      name: t('fact.holdCount'),
      was: count(before),
      is: isGone ? t('changed.absent') : count(after),
      differs: count(before) !== count(after),
    },
    { name: t('fact.leaseLeft'), was: left(before), is: left(after), differs: left(before) !== left(after) },
    ...(before.type === after.type || isGone
      ? []
      : [{ name: t('fact.type'), was: before.type, is: after.type, differs: true }]),
  ];
  return (
    <div className="overflow-x-auto rounded-md border border-lost-line bg-lost-tint px-3 py-2">
      <DataTable
        caption={t('changed.caption')}
        headClass="h-auto! text-1 text-base [&>*]:border-b-0! [&>*]:py-0.5 [&>*]:font-semibold"
        columns={[
          { id: 'fact', names: true, headClass: 'w-24', cellClass: 'text-2', cell: ({ name }) => name },
          {
            id: 'saw',
            head: t('changed.saw', { time: format.clock(before.atMs) }),
            className: 'text-2',
            cell: ({ was }) => was,
          },
          {
            id: 'now',
            head: t('changed.now', { time: format.clock(after.atMs) }),
            cell: ({ is, differs }) => (differs ? <b className="font-semibold">{is}</b> : is),
          },
        ]}
        rows={rows}
        rowKey={({ name }) => name}
        pad=""
        rowClass="border-b-0! align-top [&>*]:py-0.5 [&>*]:pe-3"
      />
    </div>
  );
}

function HolderOf({ side }: { side: SeenSide }) {
  const t = useT('actions');
  const { holder, token } = side;
  if (side.type === 'none') return t('changed.nobody');
  if (token === null) return t('changed.unknown');
  const short = token.startsWith('sha256:') ? token : shortToken(token);
  return (
    <>
      {holder && holder !== token ? <bdi dir="ltr">{holder} </bdi> : null}
      <bdi dir="ltr" title={token} className="mono">
        {short}
      </bdi>
    </>
  );
}
