'use client';

import { useQuery } from '@tanstack/react-query';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { nodesQueries } from '@/lib/api/queries';
import { coverageOf } from '@/lib/domain/nodes/coverage';
import { shownNodes } from './node-summary';
import { useTarget } from './use-target';

/**
 * What could not be read in time on the nodes in view, and the share of changes that was seen: nothing, or texts that begin
 * with a dot. `counting` = next to figures of changes: how these are counted now, too.
 */
export function Readings({ counting = false }: { counting?: boolean }) {
  const t = useT('shell');
  const [target] = useTarget();
  // The frame fetches them, and each status of the stream renews them.
  const { data } = useQuery({ ...nodesQueries.now(), enabled: false });
  const format = useFormat();
  const nodes = shownNodes(data?.nodes ?? [], target);
  const { unread, changes } = coverageOf(nodes);
  const answering = nodes.filter(({ state }) => state === 'live');
  const parts = [
    counting && answering.length > 0 ? t(`status.countedBy.${coverageOf(answering).countedBy}`) : null,
    changes < 1 ? t('status.seen', { share: format.share(changes) }) : null,
    unread > 0 ? t('status.unread', { count: unread }) : null,
  ].filter((part) => part !== null);
  return parts.map((part) => (
    <span key={part} className="whitespace-nowrap">
      {' · '}
      {part}
    </span>
  ));
}
