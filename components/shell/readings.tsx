'use client';

import { useQuery } from '@tanstack/react-query';
import { useT } from '@/components/i18n/use-t';
import { nodesQueries } from '@/lib/api/queries';
import { coverageOf } from '@/lib/domain/coverage';
import { shownNodes } from './node-summary';
import { useTarget } from './use-target';

/** What could not be read in time on the nodes in view: nothing, or a text that begins with a dot. */
export function Readings() {
  const t = useT('shell');
  const [target] = useTarget();
  // The frame fetches them, and each status of the stream renews them.
  const { data } = useQuery({ ...nodesQueries.now(), enabled: false });
  const { unread } = coverageOf(shownNodes(data?.nodes ?? [], target));
  if (unread === 0) return null;
  return <span className="whitespace-nowrap"> · {t('status.unread', { count: unread })}</span>;
}
