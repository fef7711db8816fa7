import { EyeOff, Gauge, type LucideIcon, ScrollText, Server, Timer } from 'lucide-react';
import { useMonotonicNow } from '@/components/app/live-provider';
import { useT } from '@/components/i18n/use-t';
import { Segmented } from '@/components/ui/segmented';

export const SECONDS = ['1', '3', '5'] as const;
export type Seconds = (typeof SECONDS)[number];

/** What an X-ray costs, when it ends by itself, and how long it is to be. */
export function XrayForm({
  nodes,
  seconds,
  onSeconds,
}: {
  nodes: number;
  seconds: Seconds;
  onSeconds(seconds: Seconds): void;
}) {
  const t = useT('xray');
  const tags = {
    b: (chunks: React.ReactNode) => <b className="font-semibold">{chunks}</b>,
    m: (chunks: React.ReactNode) => <span className="mono">{chunks}</span>,
  };
  const costs: [LucideIcon, 'slows' | 'groups' | 'ends' | 'privacy' | 'audit'][] = [
    [Gauge, 'slows'],
    ...(nodes > 1 ? ([[Server, 'groups']] as const) : []),
    [Timer, 'ends'],
    [EyeOff, 'privacy'],
    [ScrollText, 'audit'],
  ].map(([icon, cost]) => [icon as LucideIcon, cost as 'slows']);
  return (
    <div className="flex flex-col gap-4 py-1">
      <ul className="flex flex-col gap-2">
        {costs.map(([Icon, cost]) => (
          <li key={cost} className="flex gap-2">
            <Icon size={16} aria-hidden className="mt-0.5 shrink-0 text-3" />
            <span className="min-w-0">{t.rich(`cost.${cost}`, { ...tags, nodes })}</span>
          </li>
        ))}
      </ul>
      <div className="flex items-center gap-3">
        <span className="text-2">{t('field.seconds')}</span>
        <Segmented
          label={t('field.seconds')}
          value={seconds}
          onChange={onSeconds}
          options={SECONDS.map((n) => ({ value: n, label: t('seconds', { n }) }))}
        />
      </div>
    </div>
  );
}

/** How far it is; `startedAtMs` on the tab's monotonic clock. */
export function XrayProgress({ startedAtMs, forMs }: { startedAtMs: number; forMs: number }) {
  const t = useT('xray');
  const nowMs = useMonotonicNow(200);
  const doneMs = Math.min(Math.max(nowMs - startedAtMs, 0), forMs);
  const of = t('seconds', { n: forMs / 1_000 });
  const text =
    doneMs < forMs
      ? t('progress.listening', { done: t('seconds', { n: (doneMs / 1_000).toFixed(1) }), of })
      : t('progress.closing');
  return (
    <div className="flex flex-col gap-2 py-6">
      <div
        role="progressbar"
        aria-label={t('progress.label')}
        aria-valuemin={0}
        aria-valuemax={forMs}
        aria-valuenow={Math.round(doneMs)}
        aria-valuetext={text}
        className="h-1.5 overflow-hidden rounded-sm bg-sunken"
      >
        <div className="h-full bg-info-mark" style={{ width: `${(doneMs / forMs) * 100}%` }} />
      </div>
      <p className="tabular-nums text-2">{text}</p>
    </div>
  );
}
