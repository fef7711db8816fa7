'use client';

import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import type { DebtSeries, HistorySeries, HorizonSeries } from '@/lib/contract/history/history';
import { spread } from '../charts/chart-model';
import { amount } from './amount';

/** What each chart says, in a sentence: its caption, for those who cannot see it too. */
export function useSummaries() {
  const t = useT('historyCharts');
  const format = useFormat();
  const share = (value: number | null) => (value === null ? t('unknown') : format.share(value));
  const number = (value: number | null) => (value === null ? t('unknown') : amount(value, format));
  return {
    heldWaiting: ({ points, total }: HistorySeries) => {
      const held = spread(points.map((point) => point.held));
      if (!held) return t('summary.none');
      const waited = total.waiterSeconds;
      return t('summary.heldWaiting', {
        low: number(held.low),
        high: number(held.high),
        waitingMax: number(total.waitingMax),
        waited: waited === null ? t('unknown') : format.duration(waited * 1_000),
      });
    },
    busy: ({ total }: HistorySeries) => t('summary.busy', { share: share(total.busyShare) }),
    times: (of: 'hold' | 'wait', { total }: HistorySeries) => {
      const times = total[of];
      const ended =
        times === null
          ? t(total.covered === 0 ? 'summary.none' : `summary.no-${of}`)
          : t(`summary.${of}`, {
              count: times.count,
              n: format.count(times.count),
              p50: format.span(times.p50),
              p95: format.span(times.p95),
              p99: format.span(times.p99),
            });
      if (of === 'hold' || total.longestWaitMs === null) return ended;
      return `${ended} ${t('summary.longest', { longest: format.span(total.longestWaitMs) })}`;
    },
    turnover: ({ total }: HistorySeries) =>
      total.acquisitions === null
        ? t('summary.none')
        : t('summary.turnover', {
            acquired: format.count(total.acquisitions),
            released: format.count(total.releases ?? 0),
            renewed: format.count(total.renewals ?? 0),
          }),
    mishaps: ({ total }: HistorySeries) =>
      total.lapses === null
        ? t('summary.none')
        : t('summary.mishaps', {
            lapses: total.lapses,
            forced: total.forced ?? 0,
            lost: total.lost ?? 0,
            takenOver: total.takenOver ?? 0,
          }),
    debt: ({ locks, others }: DebtSeries) => {
      const rest = others.reduce<number>((sum, seconds) => sum + (seconds ?? 0), 0);
      const all = locks.reduce((sum, { waiterSeconds }) => sum + waiterSeconds, rest);
      if (others.every((value) => value === null)) return t('summary.none');
      const [worst] = locks;
      if (all === 0 || !worst) return t('summary.no-debt');
      return t('summary.debt', {
        all: format.duration(all * 1_000),
        worst: worst.key,
        share: format.share(worst.waiterSeconds / all),
      });
    },
    horizon: ({ points }: HorizonSeries) => {
      const last = points.findLast(({ counts }) => counts !== null)?.counts;
      if (!last) return t('summary.none');
      const { within10s, within1m, never } = last;
      return t('summary.horizon', { soon: format.count(within10s + within1m), never });
    },
  };
}
