import { Clock, Gauge, type LucideIcon, Radar, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { useZone } from '@/components/i18n/time-zone';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { useNow } from '../app/live-provider';
import { nodeSummaryOf } from '../app/node-summary';
import { Readings } from '../app/readings';
import type { ShellData } from './use-shell-data';

/** How far what is shown can be trusted, and what it costs. 28 high, under every page; each part keeps its place. */
export function StatusBar({ data }: { data: ShellData }) {
  const t = useT('shell');
  const format = useFormat();
  const { nodes, target } = data;
  const shown = nodes?.filter((node) => target === null || node.target === target) ?? [];
  const summary = nodeSummaryOf(shown);
  const { cost, names, contents } = summary;
  const unknown = t('status.unknown');
  return (
    <footer className="live-surface num grid h-7 shrink-0 grid-cols-[minmax(0,2fr)_minmax(0,5fr)_12rem] items-center gap-5 overflow-hidden border-line border-t bg-surface px-4 text-3 text-xs max-sm:hidden lg:grid-cols-[minmax(0,3fr)_minmax(0,7fr)_minmax(0,6fr)_12rem] xl:grid-cols-[minmax(0,4fr)_minmax(0,9fr)_minmax(0,7fr)_minmax(0,3fr)_12rem]">
      <h2 className="sr-only">{t('status.label')}</h2>
      <Item icon={Zap} name={t('status.events')}>
        {nodes ? t('status.tracking', { tracked: summary.tracked, total: summary.total }) : unknown}
      </Item>
      <Item icon={Radar} name={t('status.coverage')}>
        {names === null || contents === null
          ? unknown
          : `${t('status.names', { share: format.share(names) })} · ${t('status.contents', { share: format.share(contents) })}`}
        <Readings />
      </Item>
      <Item icon={Gauge} name={t('status.cost')} className="max-lg:hidden">
        {nodes
          ? [
              t('status.commands', {
                used: format.count(cost.commandsPerSecond),
                budget: format.count(cost.budgetPerSecond),
              }),
              t('status.bytes', { bytes: format.bytes(cost.bytesPerSecond) }),
              t('status.slowest', { time: format.latency(cost.slowestMs) }),
            ].join(' · ')
          : unknown}
      </Item>
      <span className="min-w-0 truncate max-xl:hidden">
        <CollectorAge startedAtMs={data.startedAtMs} />
      </span>
      <span className="flex justify-end">
        <ZoneSwitch />
      </span>
    </footer>
  );
}

type ItemProps = { icon: LucideIcon; name: string; children: ReactNode; className?: string };

function Item({ icon: Icon, name, children, className = '' }: ItemProps) {
  return (
    <span className={`flex min-w-0 items-center gap-1.5 ${className}`}>
      <Icon size={12} aria-hidden className="shrink-0" />
      <span className="font-semibold text-2">{name}</span>
      <span className="min-w-0 truncate">{children}</span>
    </span>
  );
}

function CollectorAge({ startedAtMs }: { startedAtMs: number | null }) {
  const t = useT('shell');
  const format = useFormat();
  const nowMs = useNow();
  if (startedAtMs === null || nowMs === 0) return null;
  const ageMs = nowMs - startedAtMs;
  const age = ageMs < 60_000 ? format.age(Math.max(10_000, ageMs)) : format.duration(ageMs);
  return <span title={format.moment(startedAtMs)}>{t('status.up', { age })}</span>;
}

function ZoneSwitch() {
  const t = useT('shell');
  const format = useFormat();
  const nowMs = useNow();
  const { timeZone, isUtc, setUtc } = useZone();
  if (nowMs === 0) return null;
  const offset = format.offset(nowMs);
  return (
    <button
      type="button"
      onClick={() => setUtc(!isUtc)}
      title={isUtc ? t('status.toLocal') : t('status.toUtc', { zone: timeZone })}
      className="flex h-6 min-w-0 items-center gap-1.5 rounded-sm px-1 outline-offset-[-2px] hover:text-1"
    >
      <Clock size={12} aria-hidden />
      <span className="truncate font-semibold text-2">{timeZone}</span>
      {offset === timeZone ? null : <span>{offset}</span>}
    </button>
  );
}
