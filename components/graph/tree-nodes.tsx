'use client';

import { CornerRightUp, type LucideIcon, RefreshCw } from 'lucide-react';
import { useId, useState } from 'react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { VerdictBadge } from '@/components/lock-parts/verdict-badge';
import { Button } from '@/components/ui/button';
import { cx } from '@/components/ui/cx';
import type { LockId } from '@/lib/domain/keys/lock-id';
import type { LockNode, PartyNode } from './build-tree';
import { Elapsed, WaitingText, WaitKnown, WaitLockKey } from './cells';
import { PartyName, usePartyName } from './party-name';
import { ReleaseButton } from './release-button';
import { TreeRow } from './tree-row';
import type { Closed } from './use-closed';
import type { UseRelease } from './use-release';

/** What every row of a tree needs. */
export type TreeProps = {
  closed: Closed;
  release: UseRelease;
  /** The lock that matters; null = none in particular. */
  focus: LockId | null;
};

/** So many of a lock's waiters are there at first. */
const SHOWN = 20;

/** Who holds or waits, and under it what it has that is wanted. */
export function PartyItem({ node, depth, tree }: { node: PartyNode; depth: number; tree: TreeProps }) {
  const t = useT('graph');
  const format = useFormat();
  const nameOf = usePartyName();
  const listId = useId();
  const { party, wait, locks, path } = node;
  const isOpen = !tree.closed.has(path);
  return (
    <li>
      <TreeRow
        depth={depth}
        toggle={
          locks.length === 0
            ? null
            : {
                isOpen,
                label: t('tree.toggleParty', { name: nameOf(party) }),
                controls: listId,
                onToggle: () => tree.closed.toggle(path),
              }
        }
        waiting={
          node.behind > 0 && !node.inCycle ? (
            <span className={wait ? 'text-2' : 'font-semibold'}>
              {t(node.isAtLeast ? 'tree.behindAtLeast' : 'tree.behind', {
                count: node.behind,
                n: format.count(node.behind),
              })}
            </span>
          ) : null
        }
        since={wait ? <Elapsed sinceMs={wait.sinceMs} /> : null}
        known={wait ? <WaitKnown wait={wait} /> : null}
      >
        {wait ? <Place place={wait.place} /> : null}
        <PartyName party={party} className={wait ? undefined : 'font-semibold'} />
        {node.inCycle && wait ? (
          <Note icon={RefreshCw} text={t('tree.inCycle')} className="text-lost" />
        ) : node.isElsewhere ? (
          <Note icon={CornerRightUp} text={t('tree.elsewhere')} />
        ) : null}
      </TreeRow>
      {isOpen && locks.length > 0 ? (
        <ul id={listId}>
          {locks.map((lock) => (
            <LockItem key={lock.path} node={lock} depth={depth + 1} tree={tree} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}

/** A wanted lock, and under it who waits for it. */
export function LockItem({ node, depth, tree }: { node: LockNode; depth: number; tree: TreeProps }) {
  const t = useT('graph');
  const format = useFormat();
  const listId = useId();
  const [all, setAll] = useState(false);
  const { lock, waiters, path, otherHolders } = node;
  const unnamed = node.unnamed.known && node.unnamed.count > 0 ? node.unnamed.count : null;
  const isOpen = !tree.closed.has(path);
  const isAll = all || waiters.slice(SHOWN).some((waiter) => leadsTo(waiter, tree.focus));
  const shown = isAll ? waiters : waiters.slice(0, SHOWN);
  const hidden = waiters.length - shown.length;
  const hasMore = waiters.length > 0 || (unnamed !== null && !node.isElsewhere);
  return (
    <li>
      <TreeRow
        depth={depth}
        isFocus={tree.focus === lock.id && !node.isElsewhere}
        toggle={
          hasMore
            ? {
                isOpen,
                label: t('tree.toggleLock', { key: lock.key.text }),
                controls: listId,
                onToggle: () => tree.closed.toggle(path),
              }
            : null
        }
        waiting={<WaitingText waiting={lock.waiting} />}
        since={node.hold ? <Elapsed sinceMs={node.hold.sinceMs} /> : null}
        act={<ReleaseButton lock={lock} release={tree.release} />}
      >
        <VerdictBadge state={lock.state} />
        <WaitLockKey lock={lock} />
        {node.isElsewhere ? <Note icon={CornerRightUp} text={t('tree.waitersElsewhere')} /> : null}
        {otherHolders > 0 ? (
          <Note text={t('tree.others', { count: otherHolders, n: format.count(otherHolders) })} />
        ) : null}
      </TreeRow>
      {isOpen && hasMore ? (
        <ul id={listId}>
          {shown.map((waiter) => (
            <PartyItem key={waiter.path} node={waiter} depth={depth + 1} tree={tree} />
          ))}
          {hidden > 0 ? (
            <Rest depth={depth + 1}>
              <Button size="sm" variant="link" onClick={() => setAll(true)}>
                {t('tree.more', { count: hidden, n: format.count(hidden) })}
              </Button>
            </Rest>
          ) : null}
          {unnamed !== null && hidden === 0 ? (
            <Rest depth={depth + 1}>
              <span className="text-3">
                {t(waiters.length > 0 ? 'tree.unnamed' : 'tree.nameless', {
                  count: unnamed,
                  n: format.count(unnamed),
                })}
              </span>
            </Rest>
          ) : null}
        </ul>
      ) : null}
    </li>
  );
}

/** Whether the lock hangs on this waiter, so that it must not be folded away. */
function leadsTo(node: PartyNode, id: LockId | null): boolean {
  if (id === null) return false;
  return node.locks.some(
    ({ lock, waiters }) => lock.id === id || waiters.some((waiter) => leadsTo(waiter, id)),
  );
}

function Place({ place }: { place: number | null }) {
  const t = useT('graph');
  const title = place === null ? t('table.noOrder') : t('place', { n: place });
  return (
    <span title={title} className="num flex w-5 shrink-0 justify-end text-3">
      <span aria-hidden>{place ?? '·'}</span>
      <span className="sr-only">{title}</span>
    </span>
  );
}

type NoteProps = { icon?: LucideIcon; text: string; className?: string };

function Note({ icon: Icon, text, className }: NoteProps) {
  return (
    <span
      className={cx('inline-flex shrink-0 items-center gap-1 text-sm max-sm:min-w-0', className ?? 'text-3')}
    >
      {Icon ? <Icon size={12} aria-hidden className="shrink-0" /> : null}
      <span className="truncate">{text}</span>
    </span>
  );
}

function Rest({ depth, children }: { depth: number; children: React.ReactNode }) {
  return (
    <li>
      <TreeRow depth={depth} toggle={null} waiting={null} since={null}>
        {children}
      </TreeRow>
    </li>
  );
}
