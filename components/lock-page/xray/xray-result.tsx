import { CircleAlert, Clock, EyeOff, FileCode, Gauge, type LucideIcon, OctagonX, Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import type { XrayEnd } from '@/lib/contract/action-codes';
import type { XrayNode, XrayResult } from '@/lib/contract/xray';
import { XrayTable } from './xray-table';

const ENDS = {
  time: { icon: Clock, tone: 'text-3' },
  size: { icon: OctagonX, tone: 'text-contended' },
  latency: { icon: Gauge, tone: 'text-contended' },
  lost: { icon: Unplug, tone: 'text-contended' },
  unreached: { icon: CircleAlert, tone: 'text-lost' },
} satisfies Record<XrayEnd, { icon: LucideIcon; tone: string }>;

/** Which clients named the lock, on each server that was listened to, and how much was heard. */
export function XrayResultView({ result }: { result: XrayResult }) {
  const t = useT('xray');
  return (
    <div className="flex flex-col gap-4">
      {result.nodes.map((node) => (
        <section key={node.node} aria-label={node.node} className="flex flex-col gap-2">
          {result.nodes.length > 1 ? (
            <h3 className="font-semibold">
              <bdi dir="ltr">{node.node}</bdi>
            </h3>
          ) : null}
          <Figures node={node} maxBytes={result.maxBytes} />
          {node.clients.length > 0 ? <XrayTable node={node} /> : null}
          {node.clients.length === 0 && node.ended !== 'unreached' ? <p>{t('nobody')}</p> : null}
          {node.moreClients > 0 ? (
            <p className="text-2 text-sm">{t('more', { count: node.moreClients })}</p>
          ) : null}
        </section>
      ))}
      {result.nodes.some(({ clients }) => clients.length > 0) ? (
        <p className="text-3 text-sm">{t('verbs')}</p>
      ) : null}
    </div>
  );
}

function Figures({ node, maxBytes }: { node: XrayNode; maxBytes: number }) {
  const t = useT('xray');
  const format = useFormat();
  const { ended, latency, ours, unattributed } = node;
  const { icon: End, tone } = ENDS[ended];
  return (
    <ul className="tabular-nums flex flex-col gap-1 text-2 text-sm">
      <Line icon={<End size={14} aria-hidden className={tone} />}>
        {t(`ended.${ended}`, {
          ran: format.latency(node.ranMs),
          limit: format.bytes(maxBytes),
          worst: format.latency(latency.worstMs),
          before: format.latency(latency.beforeMs),
          why: node.why ?? '',
        })}
        {ended === 'unreached' ? null : (
          <span className="block text-3">
            {t('figures', {
              commands: format.count(node.commands),
              named: format.count(node.named),
              bytes: format.bytes(node.bytes),
              worst: format.latency(latency.worstMs),
            })}
          </span>
        )}
      </Line>
      {ours > 0 ? (
        <Line icon={<EyeOff size={14} aria-hidden className="text-3" />}>{t('ours', { count: ours })}</Line>
      ) : null}
      {unattributed > 0 ? (
        <Line icon={<FileCode size={14} aria-hidden className="text-3" />}>
          {t('unattributed', { count: unattributed })}
        </Line>
      ) : null}
    </ul>
  );
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-2">
      <span className="mt-[1px] w-3.5 shrink-0">{icon}</span>
      <span className="min-w-0 flex-1">{children}</span>
    </li>
  );
}
