import { useState } from 'react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { DataTable } from '@/components/ui/data-table/data-table';
import { EmptyState } from '@/components/ui/states';
import type { Passkey, PasskeysAnswer } from '@/lib/contract/access/passkeys';

type Props = {
  answer: PasskeysAnswer;
  /** Id of the one that is being removed; null = none. */
  removing: string | null;
  isOff: boolean;
  onRemove(passkey: Passkey): Promise<boolean>;
};

/** A row a passkey. One is removed by a second press, under the consequences. */
export function PasskeyList({ answer: { passkeys, nowMs }, removing, isOff, onRemove }: Props) {
  const t = useT('passkeys');
  const common = useT('common');
  const format = useFormat();
  const [asked, setAsked] = useState<Passkey | null>(null);
  const ago = (atMs: number) => common('ago', { age: format.age(Math.max(0, nowMs - atMs)) });
  if (passkeys.length === 0) return <EmptyState title={t('none')}>{t('noneText')}</EmptyState>;
  return (
    <>
      <DataTable
        caption={t('caption')}
        className="tabular-nums"
        scroll="overflow-x-auto rounded-md border border-line"
        columns={[
          { id: 'name', names: true, cellClass: 'wrap-anywhere font-semibold', cell: ({ name }) => name },
          {
            id: 'use',
            cellClass: 'text-2',
            cell: ({ signsIn }) => t(signsIn ? 'uses.signsIn' : 'uses.acts'),
          },
          {
            id: 'host',
            cellClass: 'mono wrap-anywhere text-2',
            cell: ({ host }) => <bdi dir="ltr">{host}</bdi>,
          },
          {
            id: 'created',
            cellClass: 'num whitespace-nowrap text-2',
            cell: ({ createdMs }) => (
              <>
                <span className="text-3 sm:hidden">{t('created')} </span>
                {format.moment(createdMs).slice(0, 10)}
              </>
            ),
          },
          {
            id: 'used',
            cellClass: 'num whitespace-nowrap text-2',
            title: ({ usedMs }) => (usedMs === null ? undefined : format.moment(usedMs)),
            cell: ({ usedMs }) => (
              <>
                <span className="text-3 sm:hidden">{t('used')} </span>
                {usedMs === null ? t('never') : ago(usedMs)}
              </>
            ),
          },
          {
            id: 'act',
            head: <span className="sr-only">{t('act')}</span>,
            cellClass: 'sm:text-end',
            cell: (passkey) => (
              <Button size="sm" variant="danger-outline" off={isOff} onClick={() => setAsked(passkey)}>
                {t(removing === passkey.id ? 'removing' : 'remove')}
                <span className="sr-only">{t('removeFor', { name: passkey.name })}</span>
              </Button>
            ),
          },
        ]}
        heads={(id) => t(id)}
        rows={passkeys}
        rowKey={({ id }) => id}
        pad="sm:px-3 sm:py-1.5"
        headClass="whitespace-nowrap"
        rowClass="hover:bg-hover sm:h-row"
        stacks="max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-3 max-sm:gap-y-1 max-sm:px-3 max-sm:py-2"
      />
      {asked ? (
        <div className="mt-2 flex flex-wrap items-center gap-2 rounded-md border border-lost-line bg-lost-tint px-3 py-2">
          <p className="min-w-0 flex-1 basis-64">{t('removeAbout', { name: asked.name })}</p>
          <Button size="sm" onClick={() => setAsked(null)}>
            {common('cancel')}
          </Button>
          <Button
            size="sm"
            variant="danger-solid"
            off={isOff}
            onClick={() => void onRemove(asked).then(() => setAsked(null))}
          >
            {t('removeNow', { name: asked.name })}
          </Button>
        </div>
      ) : null}
    </>
  );
}
