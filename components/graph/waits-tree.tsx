'use client';

import { ChevronsDownUp, ChevronsUpDown } from 'lucide-react';
import { useMemo } from 'react';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import { useFirstRows } from '@/components/ui/use-first-picture';
import type { WaitGraph } from '@/lib/contract/graph';
import type { LockId } from '@/lib/domain/keys/lock-id';
import { type PartyNode, treeOf, type WaitTree } from './build-tree';
import { CyclePanel } from './cycle-panel';
import { TreeHead } from './tree-head';
import { LockItem, PartyItem, type TreeProps } from './tree-nodes';
import { useClosed } from './use-closed';
import type { UseRelease } from './use-release';
import { useTreeKeys } from './use-tree-keys';

type Props = { graph: WaitGraph; focus: LockId | null; release: UseRelease };

/** The waits from the blockers down: cycles first, then who blocks most. */
export function WaitsTree({ graph, focus, release }: Props) {
  const t = useT('graph');
  const closed = useClosed();
  const keys = useTreeKeys();
  const shape = useMemo(() => treeOf(graph), [graph]);
  const tree: TreeProps = { closed, release, focus };
  const tops = topsOf(shape);
  const isClosed = tops.length > 0 && tops.every((path) => closed.has(path));
  const { cycles, roots, ownerless } = shape;
  const first = useFirstRows();
  return (
    <div ref={keys} className="flex flex-col gap-3">
      {first(cycles).map((node) => (
        <CyclePanel key={node.path} node={node} tree={tree} />
      ))}
      {roots.length > 0 ? (
        <Panel
          title={t('tree.title')}
          hint={t('tree.hint')}
          right={
            <Button
              size="sm"
              variant="ghost"
              icon={
                isClosed ? <ChevronsUpDown size={14} aria-hidden /> : <ChevronsDownUp size={14} aria-hidden />
              }
              onClick={() => closed.set(isClosed ? [] : tops)}
            >
              {t(isClosed ? 'tree.expandAll' : 'tree.collapseAll')}
            </Button>
          }
          className="overflow-hidden"
        >
          <TreeHead />
          <ul className="[&>li:last-child>[data-row]:last-child]:border-b-0">
            {first(roots).map((node) => (
              <PartyItem key={node.path} node={node} depth={0} tree={tree} />
            ))}
          </ul>
        </Panel>
      ) : null}
      {ownerless.length > 0 ? (
        <Panel title={t('tree.ownerless')} hint={t('tree.ownerlessHint')} className="overflow-hidden">
          <TreeHead />
          <ul className="[&>li:last-child>[data-row]:last-child]:border-b-0">
            {first(ownerless).map((node) => (
              <LockItem key={node.path} node={node} depth={0} tree={tree} />
            ))}
          </ul>
        </Panel>
      ) : null}
    </div>
  );
}

/** Paths of all that can be closed at the top, so that only the blockers are left. */
function topsOf({ roots }: WaitTree): string[] {
  return roots.filter(({ locks }: PartyNode) => locks.length > 0).map(({ path }) => path);
}
