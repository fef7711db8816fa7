'use client';

import { useNow } from '@/components/app/live-provider';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { KnownByText } from '@/components/lock-parts/known-by';
import { LeaseViewBar } from '@/components/lock-parts/lease-bar';
import { leaseViewOf, voteLeaseOf } from '@/components/lock-parts/lease-view';
import { VoteBlock, Votes } from '@/components/lock-parts/votes';
import { DataTable } from '@/components/ui/data-table/data-table';
import { Panel } from '@/components/ui/panel';
import type { Lock, Vote } from '@/lib/contract/lock';
import type { LockDetail } from '@/lib/contract/locks';
import { shortToken } from '@/lib/domain/holders/short-token';
import { countVotes } from '@/lib/domain/locks/count-votes';

type Props = { detail: LockDetail; votes: readonly Vote[]; className?: string };

/** What each node of a Redlock group has under the key, and what that makes of the lock. */
export function VotesPanel({ detail, votes, className }: Props) {
  const t = useT('lock');
  const parts = useT('parts');
  const nowMs = useNow() || detail.nowMs;
  const { lock } = detail;
  const { of, quorum } = countVotes(votes);
  return (
    <Panel
      title={t('votes.title')}
      hint={t('votes.hint', { of, quorum })}
      right={<KnownByText known={lock.confirmed} nowMs={nowMs} form="ago" />}
      className={className}
    >
      <p className="tabular-nums flex items-start gap-2.5 border-line border-b px-3 py-2">
        <Votes votes={votes} className="font-semibold" />
        <span className="min-w-0">
          <Standing lock={lock} votes={votes} nowMs={nowMs} />
        </span>
      </p>
      <DataTable
        caption={t('votes.caption')}
        className="tabular-nums table-fixed"
        columns={[
          {
            id: 'node',
            names: true,
            headClass: 'w-[35%] sm:w-[28%]',
            cellClass: 'wrap-anywhere',
            cell: ({ node }) => node,
          },
          {
            id: 'vote',
            cell: (vote) => (
              <span className="flex min-w-0 flex-wrap items-center gap-x-2">
                <span className="inline-flex items-center gap-2">
                  <VoteBlock vote={vote.vote} />
                  <span className={TONES[vote.vote]}>{parts(`votes.vote.${vote.vote}`)}</span>
                </span>
                <Beside vote={vote} nowMs={nowMs} />
              </span>
            ),
          },
          {
            id: 'lease',
            headClass: 'w-24 max-sm:text-end sm:w-40',
            cell: (vote) => (
              <LeaseViewBar
                view={voteLeaseOf(lock, vote, nowMs)}
                isRisk={lock.state === 'at-risk'}
                className="max-sm:justify-end max-sm:[&>:first-child]:hidden"
              />
            ),
          },
        ]}
        heads={(id) => t(`votes.${id}`)}
        rows={votes}
        rowKey={({ node }) => node}
        headClass="h-7"
        pad="px-2 first:ps-3 last:pe-3"
        rowClass="h-8 [&>*]:py-1"
      />
    </Panel>
  );
}

/** Whether somebody has a quorum, and for how long. */
function Standing({ lock, votes, nowMs }: { lock: Lock; votes: readonly Vote[]; nowMs: number }) {
  const t = useT('lock');
  const format = useFormat();
  const { yes, unread, of, quorum } = countVotes(votes);
  const values = { yes, unread, of, quorum };
  if (yes < quorum) return t(`votes.is.${yes + unread >= quorum ? 'open' : 'short'}`, values);
  const view = leaseViewOf(lock, nowMs);
  if (view.is === 'never') return t('votes.is.never', values);
  if (view.is !== 'counting') return t('votes.is.over', values);
  return t.rich('votes.is.valid', {
    ...values,
    left: format.duration(view.leftMs),
    b: (chunks) => <b className="font-semibold">{chunks}</b>,
  });
}

const TONES = {
  yes: undefined,
  no: 'text-2',
  unread: 'text-3',
  other: 'font-semibold text-lost',
} satisfies Record<Vote['vote'], string | undefined>;

/** Who has it there, or when the node was last read. */
function Beside({ vote: { vote, token, readAtMs }, nowMs }: { vote: Vote; nowMs: number }) {
  const t = useT('lock');
  const format = useFormat();
  if (token) {
    return (
      <bdi dir="ltr" title={token.text} className="mono truncate text-2 text-xs">
        {shortToken(token.text)}
      </bdi>
    );
  }
  if (vote !== 'unread' || readAtMs === null) return null;
  return (
    <span className="text-3 text-sm">
      {t('votes.lastRead', { age: format.age(Math.max(0, nowMs - readAtMs)) })}
    </span>
  );
}
