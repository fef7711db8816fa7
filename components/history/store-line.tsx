'use client';

import { useQuery } from '@tanstack/react-query';
import { Database, TriangleAlert } from 'lucide-react';
import { useNow } from '@/components/app/live-provider';
import { Readings } from '@/components/app/readings';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { historyQueries } from '@/lib/api/history-queries';
import type { HistoryStatus } from '@/lib/contract/history/history';
import { useRecordsSince } from '../history-parts/use-records-since';

const EVERY_MS = 5_000;
/** Its room is kept until it is known. */
const LINE = 'min-h-4 text-3 text-xs tabular-nums max-sm:min-h-12';

/** Where history is kept, how large it is and how far it reaches; and, loudly, when it is not written. */
export function StoreLine() {
  const { data } = useQuery({ ...historyQueries.status(), refetchInterval: EVERY_MS });
  if (!data) return <p aria-hidden className={LINE} />;
  return (
    <>
      {data.problem ? <Problem problem={data.problem} /> : null}
      <Facts status={data} />
    </>
  );
}

function Problem({ problem: { sinceMs, message } }: { problem: NonNullable<HistoryStatus['problem']> }) {
  const t = useT('history');
  const format = useFormat();
  return (
    <p
      role="alert"
      className="flex items-center gap-2 rounded-md border border-risk-line bg-risk-tint px-3 py-2 text-risk"
    >
      <TriangleAlert size={16} aria-hidden className="shrink-0" />
      {t('store.problem', { time: format.clock(sinceMs), message })}
    </p>
  );
}

function Facts({ status }: { status: HistoryStatus }) {
  const t = useT('history');
  const format = useFormat();
  const nowMs = useNow(EVERY_MS);
  const sinceMs = useRecordsSince();
  const { kind, bytes, maxBytes, dropped, queued, writtenAtMs } = status;
  const left = dropped.spans + dropped.waits + dropped.events + dropped.rollups;
  const size =
    bytes === null
      ? null
      : maxBytes === null
        ? format.bytes(bytes)
        : t('store.of', { bytes: format.bytes(bytes), most: format.bytes(maxBytes) });
  const facts = [
    t(`store.kind.${kind}`),
    ...(size === null ? [] : [size]),
    sinceMs === null ? t('store.empty') : t('store.since', { since: format.moment(sinceMs) }),
    ...(writtenAtMs === null || nowMs === 0
      ? []
      : [t('store.written', { age: format.age(Math.max(0, nowMs - writtenAtMs)) })]),
    ...(queued > 5 ? [t('store.queued', { count: queued })] : []),
  ];
  return (
    <p title={status.place ?? undefined} className={LINE}>
      <Database size={12} aria-hidden className="me-1.5 inline-block align-[-2px]" />
      {facts.join(' · ')}
      {left > 0 ? ' · ' : null}
      {left > 0 ? (
        <span className="font-medium text-contended">{t('store.dropped', { count: left })}</span>
      ) : null}
      <Readings counting />
    </p>
  );
}
