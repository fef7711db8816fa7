import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '@/components/app/live-provider';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { cx } from '@/components/ui/cx';
import { DataTable } from '@/components/ui/data-table/data-table';
import { Panel } from '@/components/ui/panel';
import { EmptyState } from '@/components/ui/states';
import { requestTokenEnd, settingsQueries } from '@/lib/api/settings-queries';
import type { AccountsAnswer } from '@/lib/contract/access/sessions';
import { AccountsPart } from './accounts-part';
import { ConfirmDialog } from './confirm-dialog';
import { GrantText } from './grant-text';
import { TokenDialog } from './token-dialog';

type Token = AccountsAnswer['tokens'][number];

const DAY_MS = 86_400_000;
/** An end within this is near, and shown as such. */
const SOON_MS = 7 * DAY_MS;

/** Tokens of programs: what each may do, until when, and when it was used; they are made and revoked here. */
export function TokensTab() {
  const t = useT('settings');
  const query = useQuery(settingsQueries.accounts());
  const [isNew, setNew] = useState(false);
  const [ending, setEnding] = useState<Token | null>(null);
  const answer = query.data;
  return (
    <Panel
      title={t('token.title')}
      hint={t('token.hint')}
      right={
        <Button size="sm" icon={<Plus size={14} aria-hidden />} onClick={() => setNew(true)}>
          {t('token.add')}
        </Button>
      }
    >
      <AccountsPart query={query}>
        {({ tokens, nowMs }) => <Tokens tokens={tokens} nowMs={nowMs} onEnd={setEnding} />}
      </AccountsPart>
      <p className="border-line border-t px-3 py-2.5 text-3 text-sm">
        {t('token.goes')} {t('token.seen')} {t('token.terminal')}
      </p>
      {isNew ? <TokenDialog nowMs={answer?.nowMs ?? 0} onClosed={() => setNew(false)} /> : null}
      {ending ? (
        <ConfirmDialog
          of="revoke"
          about={t('revoke.about', { name: ending.name })}
          done={t('revoke.done', { name: ending.name })}
          send={() => requestTokenEnd(ending.id)}
          onClosed={() => setEnding(null)}
        />
      ) : null}
    </Panel>
  );
}

type TokensProps = { tokens: readonly Token[]; nowMs: number; onEnd(token: Token): void };

function Tokens({ tokens, nowMs, onEnd }: TokensProps) {
  const t = useT('settings');
  const common = useT('common');
  const format = useFormat();
  const now = useNow() || nowMs;
  if (tokens.length === 0) return <EmptyState title={t('token.none')}>{t('token.noneText')}</EmptyState>;
  return (
    <DataTable
      caption={t('token.caption')}
      className="tabular-nums"
      scroll="overflow-x-auto"
      columns={[
        { id: 'name', names: true, cellClass: 'font-semibold', cell: ({ name }) => name },
        {
          id: 'may',
          cell: ({ grants }) =>
            grants.map((grant) => (
              <span key={JSON.stringify(grant)} className="block">
                <GrantText grant={grant} />
              </span>
            )),
        },
        {
          id: 'on',
          cellClass: 'text-2',
          cell: ({ grants }) =>
            grants.map((grant) => (
              <span key={JSON.stringify(grant)} className="block">
                {grant.targets.includes('*') ? t('token.everyTarget') : grant.targets.join(', ')}
              </span>
            )),
        },
        {
          id: 'expires',
          title: ({ expiresMs }) => format.moment(expiresMs),
          cell: ({ expiresMs }) => (
            <>
              <span className="text-3 sm:hidden">{t('token.expires')} </span>
              <Expires expiresMs={expiresMs} nowMs={now} />
            </>
          ),
        },
        {
          id: 'used',
          cellClass: 'num text-2',
          cell: ({ usedMs }) => (
            <>
              <span className="text-3 sm:hidden">{t('token.used')} </span>
              {usedMs === null
                ? t('token.never')
                : common('ago', { age: format.age(Math.max(0, now - usedMs)) })}
            </>
          ),
        },
        {
          id: 'by',
          cellClass: 'wrap-anywhere text-2',
          cell: ({ account, endsWithMaker }) => (
            <>
              {account}
              {endsWithMaker === 'when-seen' ? (
                <span className="block text-3">{t('token.whenSeen')}</span>
              ) : null}
            </>
          ),
        },
        {
          id: 'act',
          head: <span className="sr-only">{t('token.act')}</span>,
          cellClass: 'sm:text-end',
          cell: (token) => (
            <Button size="sm" variant="danger-outline" onClick={() => onEnd(token)}>
              {t('token.revoke')}
              <span className="sr-only">{t('token.revokeFor', { name: token.name })}</span>
            </Button>
          ),
        },
      ]}
      heads={(id) => t(`token.${id}`)}
      rows={tokens}
      rowKey={({ id }) => id}
      pad="sm:px-3 sm:py-1.5"
      headClass="whitespace-nowrap"
      rowClass="hover:bg-hover sm:h-row"
      stacks="max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-3 max-sm:gap-y-1 max-sm:px-3 max-sm:py-2"
    />
  );
}

/** The day it ends; of one that ends soon how long that is, and of one that has ended that it has. */
function Expires({ expiresMs, nowMs }: { expiresMs: number; nowMs: number }) {
  const t = useT('settings');
  const format = useFormat();
  const left = expiresMs - nowMs;
  const day = format.moment(expiresMs).slice(0, 10);
  if (left <= 0) return <span className="num whitespace-nowrap text-3">{t('token.ended', { day })}</span>;
  const isSoon = left < SOON_MS;
  return (
    <span className={cx('num whitespace-nowrap', isSoon && 'font-medium text-risk')}>
      {isSoon ? t('token.in', { left: format.age(left) }) : day}
    </span>
  );
}
