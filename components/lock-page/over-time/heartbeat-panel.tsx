'use client';

import { useState } from 'react';
import { useNow } from '@/components/app/live-provider';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { DataTable } from '@/components/ui/data-table/data-table';
import { Panel } from '@/components/ui/panel';
import { TableToggle } from '@/components/ui/table-toggle';
import type { LockDetail } from '@/lib/contract/locks';
import { HeartbeatChart } from './heartbeat-chart';
import { type HeartbeatSeries, heartbeatOf } from './heartbeat-geometry';

/** How the TTL went since this holder was first seen. */
export function HeartbeatPanel({ detail, className }: { detail: LockDetail; className?: string }) {
  const t = useT('lock');
  const format = useFormat();
  const clockMs = useNow() || detail.nowMs;
  const [asTable, setAsTable] = useState(false);
  const { lock, ttlSamples, nodeSamples = [] } = detail;
  // What was not read again ends with its last reading: what the TTL is now is not known.
  const isOld = Boolean(detail.unread) || lock.state === 'unknown';
  const nowMs = isOld ? lock.confirmed.atMs : clockMs;
  const isShared = lock.holders.length > 1;
  const beat = heartbeatOf(lock, detail, nowMs);
  const missed = beat?.missedCount ?? 0;
  const left = format.duration(beat?.projection?.[0].ttlMs ?? 0);
  const read = isOld ? t('heartbeat.readAt', { left, time: format.clock(nowMs) }) : null;
  const summary = isShared
    ? (read ?? t('heartbeat.summaryOf', { left }))
    : [
        t('heartbeat.seen', { renewals: lock.renewal.count, missed }),
        read ?? t('heartbeat.summaryOf', { left }),
      ].join(' ');
  return (
    <Panel
      title={t('heartbeat.title')}
      hint={t(lock.votes ? 'heartbeat.hintNodes' : isShared ? 'heartbeat.hintOf' : 'heartbeat.hint')}
      right={
        <>
          {isShared ? null : (
            <span className="num max-sm:hidden">
              {t('heartbeat.counts', { renewals: lock.renewal.count, missed })}
            </span>
          )}
          {beat ? <TableToggle on={asTable} onChange={setAsTable} /> : null}
        </>
      }
      className={className}
    >
      {beat === null ? (
        <p className="px-3 py-3 text-2">
          {t(lock.expiresAtMs === 'none' ? 'heartbeat.noTtl' : 'heartbeat.nothing')}
        </p>
      ) : asTable ? (
        <HeartbeatTable
          beat={beat}
          readings={nodeSamples.length > 0 ? nodeSamples : [{ node: null, samples: ttlSamples }]}
        />
      ) : (
        <HeartbeatChart
          beat={beat}
          nowMs={nowMs}
          isRisk={lock.state === 'at-risk'}
          isOld={isOld}
          summary={summary}
        />
      )}
    </Panel>
  );
}

type Readings = readonly { node: string | null; samples: LockDetail['ttlSamples'] }[];

function HeartbeatTable({ beat, readings }: { beat: HeartbeatSeries; readings: Readings }) {
  const t = useT('lock');
  const common = useT('common');
  const format = useFormat();
  const renewed = new Set(beat.renewals.map(({ atMs }) => atMs));
  const rows = [
    ...readings.flatMap(({ node, samples }) =>
      samples.map(
        ({ atMs, ttlMs }) => ({ atMs, ttlMs, node, what: renewed.has(atMs) ? 'renewed' : 'read' }) as const,
      ),
    ),
    ...beat.missed.map(({ atMs, ttlMs }) => ({ atMs, ttlMs, node: null, what: 'missed' }) as const),
  ].sort((a, b) => b.atMs - a.atMs);
  return (
    <DataTable
      caption={t('heartbeat.caption')}
      label={t('heartbeat.title')}
      scroll="max-h-52 overflow-y-auto"
      sticky
      columns={[
        { id: 'time', title: ({ atMs }) => format.moment(atMs), cell: ({ atMs }) => format.clock(atMs) },
        {
          id: 'ttl',
          end: true,
          cell: ({ ttlMs }) => (ttlMs === 'none' ? common('never') : format.duration(ttlMs)),
        },
        {
          id: 'what',
          cell: ({ what, node }) => (
            <span className={what === 'missed' ? 'text-risk' : 'text-2'}>
              {t(`heartbeat.is.${what}`)}
              {node === null ? null : (
                <bdi dir="ltr" className="mono ps-2 text-3 text-xs">
                  {node}
                </bdi>
              )}
            </span>
          ),
        },
      ]}
      heads={(id) => t(`heartbeat.${id}`)}
      rows={rows}
      rowKey={({ what, atMs, node }) => `${what} ${atMs} ${node}`}
      headClass="h-7"
      rowClass="h-6"
    />
  );
}
