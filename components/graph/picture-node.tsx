'use client';

import type { FocusEvent, ReactNode } from 'react';
import { useMoment, withMoment } from '@/components/app/use-moment';
import { useTarget } from '@/components/app/use-target';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { HolderMark } from '@/components/lock-parts/holder-text';
import { KeyText } from '@/components/lock-parts/key-text';
import { STATE_STYLE } from '@/components/lock-parts/state-style';
import { VerdictBadge } from '@/components/lock-parts/verdict-badge';
import { cx } from '@/components/ui/cx';
import { Link } from '@/components/ui/link';
import type { WaitLock, WaitParty } from '@/lib/contract/graph';
import { holderStanding } from '@/lib/domain/holders/holder-standing';
import { lockPath } from '@/lib/domain/keys/lock-id';
import { countOf } from '@/lib/domain/values/counted';
import { WaitingText } from './cells';
import type { PlacedNode as Node } from './layout-graph';
import { Name, partyPath, partyToken, usePartyName } from './party-name';

type Props = {
  node: Node;
  /** How many locks of the picture it has, and waits for. */
  edges: { holds: number; waits: number };
  inCycle: boolean;
  isFocus: boolean;
  onFocus(node: Node): void;
};

/** A lock or a party as a box in its place, which leads to its page. */
export function PictureNode({ node, edges, inCycle, isFocus, onFocus }: Props) {
  const [target] = useTarget();
  const { atMs } = useMoment();
  const labelOf = useLabel();
  const { x, y, width, height } = node;
  const path = node.kind === 'lock' ? lockPath(node.lock.id) : partyPath(node.party);
  const label = labelOf(node, edges);
  const props = {
    title: label,
    'aria-current': isFocus ? ('true' as const) : undefined,
    style: { left: x - width / 2, top: y - height / 2, width, height },
    onFocus: (_: FocusEvent) => onFocus(node),
    className: cx(
      'absolute flex text-1',
      node.kind === 'lock' ? 'flex-col justify-center rounded-md px-2' : 'items-center rounded-full px-3',
      isFocus ? 'bg-selected' : 'bg-surface',
      inCycle
        ? 'border-[2px] border-lost-mark'
        : isFocus
          ? 'border-[2px] border-info-mark'
          : 'border border-line-strong',
    ),
  };
  const content = node.kind === 'lock' ? <LockBox lock={node.lock} /> : <PartyBox party={node.party} />;
  return path === null ? (
    <span role="img" aria-label={label} {...props}>
      {content}
    </span>
  ) : (
    <Link
      href={withMoment(path, target, atMs)}
      aria-label={label}
      draggable={false}
      {...props}
      className={cx(props.className, 'hover:bg-hover')}
    >
      {content}
    </Link>
  );
}

function LockBox({ lock }: { lock: WaitLock }): ReactNode {
  return (
    <>
      <span className="flex min-w-0 items-center justify-between gap-2">
        <VerdictBadge state={lock.state} />
        <span className="num truncate text-2 text-xs">
          <WaitingText waiting={lock.waiting} />
        </span>
      </span>
      <KeyText display={lock.key} className={STATE_STYLE[lock.state].text} />
    </>
  );
}

function PartyBox({ party }: { party: WaitParty }): ReactNode {
  const token = partyToken(party);
  return (
    <span className="flex min-w-0 flex-1 items-center gap-2 text-sm">
      <HolderMark verdict={holderStanding(party)} />
      <Name party={party} />
      {token === null ? null : (
        <bdi dir="ltr" className="mono ms-auto shrink-0 text-3 text-xs">
          {token}
        </bdi>
      )}
    </span>
  );
}

function useLabel(): (node: Node, edges: Props['edges']) => string {
  const t = useT('graph');
  const parts = useT('parts');
  const format = useFormat();
  const nameOf = usePartyName();
  return (node, edges) => {
    if (node.kind === 'party') return t('picture.party', { name: nameOf(node.party), ...edges });
    const { key, state, waiting } = node.lock;
    const values = { key: key.text, state: parts(`state.${state}`) };
    const read = countOf(waiting);
    if (!read.known) return t('picture.lockUnknown', values);
    return t('picture.lock', { ...values, count: read.count, n: format.count(read.count) });
  };
}
