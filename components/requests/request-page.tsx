'use client';

import { useQuery } from '@tanstack/react-query';
import { RequestState, TimeLeft } from '@/components/actions/asked/request-state';
import { PageFrame } from '@/components/app/page-frame';
import { QueryPage } from '@/components/app/query-page';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';
import { Link } from '@/components/ui/link';
import { approvalQueries } from '@/lib/api/approval-queries';
import type { ApprovalAnswer } from '@/lib/contract/approval/approvals';
import { RequestBody } from './request-body';

/** One act that waits for a second person, as whoever may approve it sees it, and then what became of it. */
export function RequestPage({ id }: { id: string }) {
  const t = useT('requests');
  const query = useQuery(approvalQueries.one(id));
  return (
    <QueryPage title={t('one', { id })} loading={t('loading')} query={query}>
      {(answer) => <Content answer={answer} />}
    </QueryPage>
  );
}

function Content({ answer: { request, nowMs } }: { answer: ApprovalAnswer }) {
  const t = useT('requests');
  const isWaiting = request.state === 'waiting';
  return (
    <PageFrame
      title={t('one', { id: request.id })}
      right={
        <Link href="/requests" className="font-semibold text-info hover:underline">
          {t('all')}
        </Link>
      }
    >
      <section
        aria-labelledby="asks"
        className={cx(
          'panel w-full max-w-2xl self-center overflow-hidden border-s-[3px]',
          isWaiting ? 'border-s-info-mark' : 'border-s-line-strong',
        )}
      >
        <header className="flex min-h-[52px] flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-4 py-2">
          <h2 id="asks" className="wrap-anywhere min-w-0 font-semibold text-lg">
            {t(`asks.${request.action}`, { name: request.asked.name })}
          </h2>
          <span className="ms-auto shrink-0 font-semibold">
            {isWaiting ? (
              <TimeLeft expiresMs={request.expiresMs} nowMs={nowMs} />
            ) : (
              <RequestState state={request.state} />
            )}
          </span>
        </header>
        <RequestBody request={request} />
        <p className="border-line border-t px-4 py-2.5 text-3 text-sm">{t('never')}</p>
      </section>
    </PageFrame>
  );
}
