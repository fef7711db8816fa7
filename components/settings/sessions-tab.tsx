import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '@/components/app/access';
import { useNow } from '@/components/app/live-provider';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Tag } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { DataTable } from '@/components/ui/data-table/data-table';
import { Panel } from '@/components/ui/panel';
import { EmptyState } from '@/components/ui/states';
import { requestSessionsEnd, settingsQueries } from '@/lib/api/settings-queries';
import type { AccountsAnswer } from '@/lib/contract/access/sessions';
import { accountOf } from '@/lib/domain/access/principal';
import { AccountsPart } from './accounts-part';
import { ConfirmDialog } from './confirm-dialog';
import { byAccount, type SessionGroup } from './session-groups';
import { UsersPanel } from './users-panel';

/** Who is signed in, by account, with the way to end that; and the users with a password. */
export function SessionsTab() {
  const t = useT('settings');
  const query = useQuery(settingsQueries.accounts());
  const { who } = useSession();
  const [ending, setEnding] = useState<SessionGroup | null>(null);
  const own = who ? accountOf(who.name) : null;
  return (
    <>
      <Panel title={t('session.title')} hint={t('session.hint')}>
        <AccountsPart query={query}>
          {({ sessions, nowMs }) => (
            <Sessions groups={byAccount(sessions)} own={own} nowMs={nowMs} onEnd={setEnding} />
          )}
        </AccountsPart>
        <p className="border-line border-t px-3 py-2.5 text-3 text-sm">{t('session.proxy')}</p>
      </Panel>
      {query.data ? <UsersPanel users={query.data.users} /> : null}
      {ending ? (
        <ConfirmDialog
          of="endSessions"
          about={
            <>
              {t('endSessions.about', { account: ending.account, count: ending.sessions.length })}
              {ending.account === own ? (
                <span className="block pt-1 font-medium text-1">{t('endSessions.self')}</span>
              ) : null}
            </>
          }
          done={t('endSessions.done', { account: ending.account })}
          send={() => requestSessionsEnd(ending.account)}
          onClosed={() => setEnding(null)}
        />
      ) : null}
    </>
  );
}

type Session = AccountsAnswer['sessions'][number];
type Props = {
  groups: readonly SessionGroup[];
  /** The account of whoever looks; null = not known. */
  own: string | null;
  nowMs: number;
  onEnd(group: SessionGroup): void;
};

function Sessions({ groups, own, nowMs, onEnd }: Props) {
  const t = useT('settings');
  const access = useT('access');
  const common = useT('common');
  const format = useFormat();
  const now = useNow() || nowMs;
  const ago = (atMs: number) => common('ago', { age: format.age(Math.max(0, now - atMs)) });
  if (groups.length === 0) return <EmptyState title={t('session.none')} />;
  return (
    <DataTable
      caption={t('session.caption')}
      className="tabular-nums"
      scroll="overflow-x-auto"
      columns={[
        {
          id: 'via',
          cell: ({ via }) => access(`ways.${via}`),
        },
        {
          id: 'since',
          cellClass: 'num text-2',
          title: ({ createdMs }) => format.moment(createdMs),
          cell: ({ createdMs }) => (
            <>
              <span className="text-3 sm:hidden">{t('session.since')} </span>
              {ago(createdMs)}
            </>
          ),
        },
        {
          id: 'seen',
          cellClass: 'num text-2',
          title: ({ seenMs }) => format.moment(seenMs),
          cell: ({ seenMs }) => (
            <>
              <span className="text-3 sm:hidden">{t('session.seen')} </span>
              {ago(seenMs)}
            </>
          ),
        },
        {
          id: 'address',
          cellClass: 'mono',
          cell: ({ address }) => <bdi dir="ltr">{address || t('session.unknown')}</bdi>,
        },
        {
          id: 'agent',
          cellClass: 'text-2 max-sm:w-full max-sm:wrap-anywhere max-sm:text-sm sm:max-w-96 sm:truncate',
          title: ({ agent }) => agent || undefined,
          cell: ({ agent }) => <bdi dir="ltr">{agent || t('session.unknown')}</bdi>,
        },
      ]}
      heads={(id) => t(`session.${id}`)}
      groups={groups.map((group) => ({
        key: group.account,
        head: <Account group={group} isOwn={group.account === own} onEnd={() => onEnd(group)} />,
        rows: group.sessions,
      }))}
      rowKey={sessionKeyOf}
      pad="sm:px-3 sm:py-1.5"
      headClass="whitespace-nowrap"
      rowClass="hover:bg-hover sm:h-row"
      stacks="max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-3 max-sm:gap-y-0.5 max-sm:px-3 max-sm:py-2"
    />
  );
}

/** Ids of sessions are secrets, and never sent. */
function sessionKeyOf({ account, createdMs, address, agent }: Session): string {
  return `${account} ${createdMs} ${address} ${agent}`;
}

type AccountProps = { group: SessionGroup; isOwn: boolean; onEnd(): void };

function Account({ group: { account, sessions }, isOwn, onEnd }: AccountProps) {
  const t = useT('settings');
  return (
    <span className="flex items-center gap-2 py-1">
      <span className="min-w-0 truncate font-semibold">{account}</span>
      {isOwn ? <Tag>{t('session.you')}</Tag> : null}
      <span className="text-3 text-sm">{t('session.count', { count: sessions.length })}</span>
      <Button size="sm" variant="danger-outline" onClick={onEnd} className="ms-auto">
        {t('session.end')}
        <span className="sr-only">{t('session.endFor', { account })}</span>
      </Button>
    </span>
  );
}
