'use client';

import { useT } from '@/components/i18n/use-t';
import type { NodeStatus } from '@/lib/contract/nodes';
import { hidesLocks } from '@/lib/domain/nodes/missing-right';
import { Banner } from './banner';
import { NodesLink } from './nodes-link';

/** What this user may not read, so that no list is taken for whole. */
export function RightsBanner({ nodes }: { nodes: readonly NodeStatus[] }) {
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
