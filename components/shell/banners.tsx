import dynamic from 'next/dynamic';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { useLive, useMonotonicNow, useNow } from '../app/live-provider';
import { freshnessOf, shownNodes } from '../app/node-summary';
import { Banner } from './banner';
import type { ShellData } from './use-shell-data';

/** What makes the whole page old, in one line above it. A node among others that is silent is in the live control. */
export function Banners({ data }: { data: ShellData }) {
  const live = useLive();
  if (live.phase === 'disconnected' || live.old) return <ConnectionBanner />;
  const nodes = shownNodes(data.nodes ?? [], data.target);
  const { isConnecting, answering, total } = freshnessOf(nodes, null);
  if (total === 0 || isConnecting) return null;
  if (answering === 0) return <NodesBanner nodes={nodes} />;
  return nodes.some(({ missingRights }) => missingRights?.length) ? <RightsBanner nodes={nodes} /> : null;
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

/** Not in the first load: most pages never need them. */
const NodesBanner = dynamic(() => import('./nodes-banner').then((module) => module.NodesBanner));
const RightsBanner = dynamic(() => import('./rights-banner').then((module) => module.RightsBanner));
