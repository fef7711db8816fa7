import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { DataTable } from '@/components/ui/data-table/data-table';
import { Panel } from '@/components/ui/panel';
import type { AccountsAnswer } from '@/lib/contract/access/sessions';

/** Users with a password, which the command line makes and changes. */
export function UsersPanel({ users }: { users: AccountsAnswer['users'] }) {
  const t = useT('settings');
  const format = useFormat();
  return (
    <Panel title={t('user.title')} hint={t('user.hint')}>
      {users.length === 0 ? (
        <p className="px-3 py-2.5 text-2">{t('user.none')}</p>
      ) : (
        <DataTable
          caption={t('user.caption')}
          className="tabular-nums"
          columns={[
            { id: 'name', names: true, cellClass: 'font-semibold', cell: ({ name }) => name },
            {
              id: 'groups',
              cellClass: 'text-2',
              cell: ({ groups }) => groups.join(', ') || <span className="text-3">{t('user.noGroup')}</span>,
            },
            {
              id: 'changed',
              cellClass: 'num text-2',
              title: ({ changedMs }) => format.moment(changedMs),
              cell: ({ changedMs }) => (
                <>
                  <span className="text-3 sm:hidden">{t('user.changed')} </span>
                  {format.moment(changedMs).slice(0, 16)}
                </>
              ),
            },
          ]}
          heads={(id) => t(`user.${id}`)}
          rows={users}
          rowKey={({ name }) => name}
          pad="sm:px-3 sm:py-1.5"
          rowClass="hover:bg-hover sm:h-row"
          stacks="max-sm:flex max-sm:flex-wrap max-sm:gap-x-3 max-sm:px-3 max-sm:py-2"
        />
      )}
    </Panel>
  );
}
