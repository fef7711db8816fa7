import type { ReactNode } from 'react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import type { HistorySeries } from '@/lib/contract/history/history';

/** The whole range in figures, in one line. */
export function TotalLine({ answer: { total } }: { answer: HistorySeries }) {
  const t = useT('history');
  const format = useFormat();
  const text = (value: number | null | undefined, shown: (value: number) => string) =>
    value == null ? t('total.unknown') : shown(value);
  const ended = (times: { p95: number } | null | undefined) =>
    times ? format.span(times.p95) : t(total.covered === 0 ? 'total.unknown' : 'total.none');
  const facts: [string, string][] = [
    ...(total.busyShare === null
      ? []
      : [[t('total.busy'), format.share(total.busyShare)] as [string, string]]),
    [t('total.debt'), text(total.waiterSeconds, (seconds) => format.duration(seconds * 1_000))],
    [t('total.acquired'), text(total.acquisitions, format.count)],
    [t('total.lapsed'), text(total.lapses, format.count)],
    [t('total.forced'), text(total.forced, format.count)],
    [t('total.hold'), ended(total.hold)],
    [t('total.wait'), ended(total.wait)],
    [t('total.gap'), ended(total.gap)],
    [t('total.covered'), format.share(total.covered)],
  ];
  return (
    <dl aria-label={t('total.label')} className="panel flex flex-wrap gap-x-6 gap-y-1 px-3 py-2">
      {facts.map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline gap-1.5">
      <dt className="text-3 text-sm">{name}</dt>
      <dd className="num font-semibold">{children}</dd>
    </div>
  );
}
