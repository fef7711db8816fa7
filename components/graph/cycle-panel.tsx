'use client';

import { CircleDashed, RefreshCw } from 'lucide-react';
import { useId } from 'react';
import { useMoment, withMoment } from '@/components/app/use-moment';
import { useTarget } from '@/components/app/use-target';
import { useT } from '@/components/i18n/use-t';
import { Badge } from '@/components/ui/badge';
import { cx } from '@/components/ui/cx';
import { Link } from '@/components/ui/link';
import type { WaitLock, WaitParty } from '@/lib/contract/graph';
import { lockPath } from '@/lib/domain/keys/lock-id';
import type { CycleNode } from './build-tree';
import type { CycleStep } from './cycle-steps';
import { Name, partyToken } from './party-name';
import { TreeHead } from './tree-head';
import { PartyItem, type TreeProps } from './tree-nodes';

/** Those who wait for each other: the cycle in plain words, and who waits behind it. */
export function CyclePanel({ node, tree }: { node: CycleNode; tree: TreeProps }) {
  const t = useT('graph');
  const titleId = useId();
  const { certain } = node.cycle;
  return (
    <section
      aria-labelledby={titleId}
      className={cx(
        'panel overflow-hidden border-s-[3px]',
        certain ? 'border-s-lost-mark' : 'border-s-control',
      )}
    >
      <div className="border-line border-b px-4 py-2.5">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {certain ? (
            <Badge tone="lost" icon={<RefreshCw size={14} aria-hidden />}>
              {t('cycle.certain')}
            </Badge>
          ) : (
            <Badge tone="unknown" icon={<CircleDashed size={14} aria-hidden />}>
              {t('cycle.possible')}
            </Badge>
          )}
          <h2 id={titleId} className="font-semibold text-lg max-sm:w-full">
            {t(certain ? 'cycle.stuck' : 'cycle.maybe')}
          </h2>
        </div>
        <ol aria-label={t('cycle.steps')} className="flex flex-col gap-1 pt-1.5 pb-1">
          {node.steps.map((step) => (
            <Step key={`${step.waiter.ref} ${step.lock.id}`} step={step} />
          ))}
        </ol>
        <p className="max-w-[96ch] text-2">{t(certain ? 'cycle.certainText' : 'cycle.possibleText')}</p>
      </div>
      <TreeHead />
      <ul className="[&>li:last-child>[data-row]:last-child]:border-b-0">
        {node.roots.map((root) => (
          <PartyItem key={root.path} node={root} depth={0} tree={tree} />
        ))}
      </ul>
    </section>
  );
}

function Step({ step: { waiter, lock, holder } }: { step: CycleStep }) {
  const t = useT('graph');
  return (
    <li className="wrap-anywhere min-w-0">
      {t.rich('cycle.step', {
        a: () => <Who party={waiter} />,
        k: () => <Which lock={lock} />,
        b: () => <Who party={holder} />,
      })}
    </li>
  );
}

function Who({ party }: { party: WaitParty }) {
  const token = partyToken(party);
  return (
    <b className="inline-flex max-w-full items-baseline gap-1.5 align-bottom font-semibold">
      <Name party={party} />
      {token === null ? null : (
        <bdi dir="ltr" className="mono shrink-0 font-normal text-3 text-xs">
          {token}
        </bdi>
      )}
    </b>
  );
}

function Which({ lock }: { lock: WaitLock }) {
  const [target] = useTarget();
  const { atMs } = useMoment();
  return (
    <Link
      href={withMoment(lockPath(lock.id), target, atMs)}
      dir="ltr"
      className="mono rounded-sm font-semibold hover:underline"
    >
      {lock.key.text}
    </Link>
  );
}
