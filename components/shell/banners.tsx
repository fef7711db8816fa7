import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { cx } from '@/components/ui/cx';
import type { NodeStatus } from '@/lib/domain/node-status';
import { useLive, useMonotonicNow, useNow } from './live-provider';
import type { ShellData } from './use-shell-data';

/** What makes the page old or incomplete, one line each, above it. */
export function Banners({ data }: { data: ShellData }) {
  const live = useLive();
  const silent = (data.nodes ?? []).filter(
    ({ state, target }) =>
      (state === 'down' || state === 'stale') && (data.target === null || target === data.target),
  );
  const cut = live.phase === 'disconnected' || live.old;
  return (
    <>
      {cut ? (
        <ConnectionBanner />
      ) : (
        silent.map((node) => <NodeBanner key={`${node.target} ${node.node}`} node={node} />)
      )}
    </>
  );
}

/** Its words stay the same while it is shown: a screen reader hears them once, not every second. */
function ConnectionBanner() {
  const t = useT('shell');
  const format = useFormat();
  const live = useLive();
  const nowMs = useNow(1_000, true);
  const monotonicMs = useMonotonicNow();
  const time = live.lastAtMs === null ? null : format.clock(nowMs - (monotonicMs - live.lastAtMs));
  const text =
    time === null
      ? t('banner.disconnectedNever')
      : t(live.phase === 'disconnected' ? 'banner.disconnected' : 'banner.stale', { time });
  return (
    <Banner tone="lost">
      <span className="min-w-0">{text}</span>
      <Button size="sm" onClick={live.refresh} className="ms-auto">
        {t('banner.retry')}
      </Button>
    </Banner>
  );
}

function NodeBanner({ node }: { node: NodeStatus }) {
  const t = useT('shell');
  const format = useFormat();
  const { target, state, lastAnswerAtMs, problem } = node;
  const down = state === 'down';
  const name = `${target} (${node.node})`;
  const what =
    lastAnswerAtMs === null
      ? t('banner.downNever', { node: name })
      : t(down ? 'banner.down' : 'banner.silent', { node: name, time: format.clock(lastAnswerAtMs) });
  return (
    <Banner tone={down ? 'lost' : 'risk'}>
      <span className="min-w-0 break-words">
        <strong className="font-semibold">{what}</strong>
        {problem ? ` ${problem.replace(/[.!]?$/, '.')}` : null}
        {lastAnswerAtMs === null ? null : ` ${t('banner.kept')}`}
      </span>
    </Banner>
  );
}

const TONES = {
  lost: 'border-lost-line bg-lost-tint text-lost',
  risk: 'border-risk-line bg-risk-tint text-risk',
} as const;

function Banner({ tone, children }: { tone: keyof typeof TONES; children: ReactNode }) {
  const Icon = tone === 'lost' ? CircleAlert : TriangleAlert;
  return (
    <div
      role="alert"
      className={cx('flex min-h-9 shrink-0 items-center gap-2 border-b px-4 py-1 text-sm', TONES[tone])}
    >
      <Icon size={16} aria-hidden className="shrink-0" />
      {children}
    </div>
  );
}
