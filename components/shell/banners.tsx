import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { cx } from '@/components/ui/cx';
import { Link } from '@/components/ui/link';
import type { NodeStatus } from '@/lib/contract/nodes';
import { hidesLocks } from '@/lib/domain/nodes/missing-right';
import { useLive, useMonotonicNow, useNow } from '../app/live-provider';
import { freshnessOf, shownNodes } from '../app/node-summary';
import { useTarget, withTarget } from '../app/use-target';
import type { ShellData } from './use-shell-data';

/** What makes the whole page old, in one line above it. A node among others that is silent is in the live control. */
export function Banners({ data }: { data: ShellData }) {
  const live = useLive();
  if (live.phase === 'disconnected' || live.old) return <ConnectionBanner />;
  const nodes = shownNodes(data.nodes ?? [], data.target);
  const { isConnecting, answering, total } = freshnessOf(nodes, null);
  if (total === 0 || isConnecting) return null;
  return answering > 0 ? <RightsBanner nodes={nodes} /> : <NodesBanner nodes={nodes} />;
}

/** For as long as nothing runs in the page, and shown by the style sheet alone: from when all in it is. */
export function NotRunning() {
  return useLive().phase === 'connecting' ? <NotRunningNote /> : null;
}

function NotRunningNote() {
  const t = useT('shell');
  const format = useFormat();
  return (
    <div className="not-running">
      <Banner tone="risk" role="note">
        {t('banner.notRunning', { time: format.moment(useNow()) })}
      </Banner>
    </div>
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

/** No node answers: since when, why as the first of them says, and the way to the rest. */
function NodesBanner({ nodes }: { nodes: readonly NodeStatus[] }) {
  const t = useT('shell');
  const format = useFormat();
  const times = nodes.flatMap(({ lastAnswerAtMs }) => lastAnswerAtMs ?? []);
  const problem = nodes.find((node) => node.problem !== null)?.problem ?? null;
  const total = nodes.length;
  const what =
    times.length === 0
      ? t('banner.neverAny', { total })
      : t('banner.nobody', { total, time: format.clock(Math.max(...times)) });
  return (
    <Banner tone="lost">
      <span title={problem ?? undefined} className="min-w-0 truncate">
        <strong className="font-semibold">{what}</strong>
        {problem === null ? null : ` ${problem}`}
      </span>
      <NodesLink />
    </Banner>
  );
}

/** What this user may not read, so that no list is taken for whole. */
function RightsBanner({ nodes }: { nodes: readonly NodeStatus[] }) {
  const words = useT('nodes');
  const partly = nodes.filter(({ coverage }) => coverage.names < 1 || coverage.contents < 1);
  const denied = partly.flatMap(({ missingRights }) => missingRights ?? []).filter(hidesLocks);
  const [first] = denied;
  if (!first) return null;
  const commands = [
    ...new Set(denied.filter(({ costs }) => costs === first.costs).map(({ command }) => command)),
  ];
  return (
    <Banner tone="risk" role="note">
      <span className="min-w-0 truncate">
        {words(`rights.${first.costs}`, { commands: commands.join(', ') })}
      </span>
      <NodesLink />
    </Banner>
  );
}

function NodesLink() {
  const t = useT('shell');
  const [target] = useTarget();
  return (
    <Link
      href={withTarget('/nodes', target)}
      className="ms-auto inline-flex min-h-6 shrink-0 items-center font-semibold underline"
    >
      {t('fresh.show')}
    </Link>
  );
}

const TONES = {
  lost: 'border-lost-line bg-lost-tint text-lost',
  risk: 'border-risk-line bg-risk-tint text-risk',
} as const;

type BannerProps = { tone: keyof typeof TONES; role?: 'alert' | 'note'; children: ReactNode };

function Banner({ tone, role = 'alert', children }: BannerProps) {
  const Icon = tone === 'lost' ? CircleAlert : TriangleAlert;
  return (
    <div
      role={role}
      className={cx('flex min-h-9 shrink-0 items-center gap-2 border-b px-4 py-1 text-sm', TONES[tone])}
    >
      <Icon size={16} aria-hidden className="shrink-0" />
      {children}
    </div>
  );
}
