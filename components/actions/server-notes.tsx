import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useNow } from '@/components/app/live-provider';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { KnownByText } from '@/components/lock-parts/known-by';
import { nodesQueries } from '@/lib/api/queries';
import type { LockAction } from '@/lib/contract/action-codes';
import type { Lock } from '@/lib/contract/lock';
import { type WriteObstacle, writeObstacles } from '@/lib/domain/nodes/write-obstacle';

type Props = { lock: Pick<Lock, 'target' | 'node' | 'votes' | 'actions'> };

/** Which of a lock's servers may refuse what is offered, why, and when that was read; nothing where none says so. */
export function ServerNotes({ lock }: Props) {
  const nowMs = useNow();
  // The frame fetches them, and each status of the stream renews them.
  const { data } = useQuery({ ...nodesQueries.now(), enabled: false });
  const { release, extend, quarantine, takesMemory = [] } = lock.actions;
  const mayBeRefused = quarantine ? [...takesMemory, 'quarantine' as const] : takesMemory;
  const obstacles = release || extend ? writeObstacles(lock, data?.nodes ?? []) : [];
  if (obstacles.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 rounded-md border border-risk-line bg-risk-tint px-3 py-2">
      {obstacles.map((obstacle) => (
        <li key={obstacle.node} className="flex items-start gap-2 text-sm">
          <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-risk" />
          <p className="wrap-anywhere min-w-0">
            <Text obstacle={obstacle} takesMemory={mayBeRefused} />{' '}
            <KnownByText known={{ by: 'read', atMs: obstacle.atMs }} nowMs={nowMs} form="ago" />
          </p>
        </li>
      ))}
    </ul>
  );
}

type TextProps = { obstacle: WriteObstacle; takesMemory: readonly LockAction[] };

function Text({ obstacle, takesMemory }: TextProps) {
  const t = useT('actions');
  const format = useFormat();
  const { node } = obstacle;
  if (obstacle.code === 'replica') return t('server.replica', { node });
  const [refused] = takesMemory;
  const used = format.bytes(obstacle.usedBytes);
  const full = t('server.full', { node, used, max: format.bytes(obstacle.maxBytes) });
  return `${full} ${t(refused ? `server.refused.${refused}` : 'server.works')}`;
}
