'use client';

import { useReachWords } from '@/components/app/reach-words';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import type { NodeStatus } from '@/lib/contract/nodes';
import { Banner } from './banner';
import { NodesLink } from './nodes-link';

/** No node answers: since when, why and with which settings as the first of them says, and the way to the rest. */
export function NodesBanner({ nodes }: { nodes: readonly NodeStatus[] }) {
  const t = useT('shell');
  const format = useFormat();
  const words = useReachWords();
  const times = nodes.flatMap(({ lastAnswerAtMs }) => lastAnswerAtMs ?? []);
  const { problem = null, failure = null } = nodes.find((node) => node.problem !== null) ?? {};
  const total = nodes.length;
  const lead =
    times.length === 0
      ? t('banner.neverAny', { total })
      : t('banner.nobody', { total, time: format.clock(Math.max(...times)) });
  // The words of the server say more than that it is none of the usual causes.
  const why = failure && failure.code !== 'other' ? words.cause(failure.code) : problem;
  return (
    <Banner tone="lost">
      <span title={problem ?? undefined} className="wrap-anywhere min-w-0">
        <strong className="font-semibold">{lead}</strong>
        {why === null ? null : ` ${why}`}
        {failure ? <span className="block">{words.tried(failure)}</span> : null}
      </span>
      <NodesLink />
    </Banner>
  );
}
