import { useT } from '@/components/i18n/use-t';
import type { TableColumn } from '@/components/ui/data-table/column';
import { DataTable } from '@/components/ui/data-table/data-table';
import { Panel } from '@/components/ui/panel';
import type { RoleSetting, SettingsAnswer } from '@/lib/contract/settings';
import { GrantText } from './grant-text';
import { nameOfFile } from './name-of-file';
import { grantsOn, isOfEverybody } from './role-grants';

type Props = { answer: SettingsAnswer; roles: readonly RoleSetting[] };

/** Roles as they are in effect, by target; they are changed in the configuration alone. */
export function RolesTab({ answer: { targets, file }, roles }: Props) {
  const t = useT('settings');
  const floor = roles.filter(isOfEverybody).map(({ name }) => name);
  const columns: TableColumn<RoleSetting>[] = [
    { id: 'name', head: t('role.name'), names: true, cellClass: 'font-semibold', cell: ({ name }) => name },
    { id: 'of', head: t('role.of'), cellClass: 'text-2 max-w-72', cell: (role) => <Of role={role} /> },
    ...targets.map(
      ({ name }): TableColumn<RoleSetting> => ({
        id: `on ${name}`,
        head: name,
        cellClass: 'max-sm:w-full',
        cell: (role) => <On role={role} target={name} />,
      }),
    ),
  ];
  return (
    <Panel title={t('role.title')} hint={t('role.hint')}>
      <DataTable
        caption={t('role.caption')}
        className="tabular-nums"
        scroll="overflow-x-auto"
        columns={columns}
        rows={roles}
        rowKey={({ name }) => name}
        pad="sm:px-3 sm:py-2"
        headClass="whitespace-nowrap"
        rowClass="align-top hover:bg-hover"
        stacks="max-sm:flex max-sm:flex-wrap max-sm:gap-x-3 max-sm:gap-y-0.5 max-sm:px-3 max-sm:py-2"
      />
      <div className="flex flex-col gap-1 border-line border-t px-3 py-2.5 text-3 text-sm">
        <p>{t('role.floor', { names: floor.join(', ') })}</p>
        <p>{t('role.includes')}</p>
        <p title={file ?? undefined}>
          {file === null ? t('role.builtIn') : t('role.set', { file: nameOfFile(file) })}
        </p>
      </div>
    </Panel>
  );
}

function Of({ role }: { role: RoleSetting }) {
  const t = useT('settings');
  const { users, groups } = role;
  if (isOfEverybody(role)) return t('role.everybody');
  return [
    ...(groups.length > 0 ? [t('role.groups', { count: groups.length, names: groups.join(', ') })] : []),
    ...(users.length > 0 ? [t('role.users', { count: users.length, names: users.join(', ') })] : []),
  ].join('; ');
}

function On({ role, target }: { role: RoleSetting; target: string }) {
  const t = useT('settings');
  const grants = grantsOn(role.grants, target);
  return (
    <>
      <span className="text-3 sm:hidden">{target}: </span>
      {grants.length === 0 ? (
        <span className="text-3">{t(isOfEverybody(role) ? 'role.nothing' : 'role.nothingMore')}</span>
      ) : (
        grants.map((grant) => (
          <span key={`${grant.rights} ${grant.keys}`} className="block max-sm:inline">
            <GrantText grant={grant} />
          </span>
        ))
      )}
    </>
  );
}
