import { CircleCheck, CircleHelp, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';
import type { ActionResult, KeptKey, KeyOutcome, UnseenKeys } from '@/lib/contract/actions';
import { isOfHold, leftOf } from '@/lib/domain/actions/hold-choice';
import type { LockId } from '@/lib/domain/keys/lock-id';

const STYLES = {
  released: { icon: CircleCheck, mark: 'text-verified', isBold: false },
  changed: { icon: TriangleAlert, mark: 'text-contended', isBold: true },
  failed: { icon: CircleX, mark: 'text-lost', isBold: true },
  unknown: { icon: CircleHelp, mark: 'text-risk', isBold: true },
} satisfies Record<KeyOutcome['outcome'], { icon: LucideIcon; mark: string; isBold: boolean }>;

type Props = {
  result: ActionResult;
  hold: NonNullable<ActionResult['hold']>;
  /** Who has a key since it was freed; absent = that is not followed, and the list is a box of its own. */
  sinceOf?(id: LockId): ReactNode;
};

/** What became of each key of a hold, which keys were left, and what that makes of the lock. */
export function HoldOutcomes({ result, hold, sinceOf }: Props) {
  const t = useT('sameHold');
  const mayStay = hold.kept.filter((kept) => !isOfHold(kept)).length + (hold.unseen?.perhaps ?? 0);
  return (
    <>
      <ul
        className={cx(
          'flex flex-col gap-1.5',
          !sinceOf && 'rounded-md border border-line bg-sunken px-3 py-2',
        )}
      >
        {hold.keys.map((key) => (
          <Outcome key={key.id} of={key} atMs={result.atMs} since={sinceOf?.(key.id)} />
        ))}
        {hold.kept.map((kept) => (
          <Kept key={kept.id} kept={kept} />
        ))}
      </ul>
      <UnseenCount of={hold.unseen} />
      {result.outcome === 'partly-released' ? (
        <p data-testid="stays-held" className="font-semibold">
          {t(`left.${leftOf(hold)}`)}
        </p>
      ) : mayStay > 0 ? (
        <p data-testid="may-stay-held">{t('mayStayHeld', { count: mayStay })}</p>
      ) : null}
    </>
  );
}

/** How many keys of a holder's token the caller is not shown; nothing where there are none. */
export function UnseenCount({ of }: { of: UnseenKeys | undefined }) {
  const t = useT('sameHold');
  const format = useFormat();
  if (!of) return null;
  const counts = (['surely', 'perhaps'] as const).filter((which) => of[which] > 0);
  return (
    <div data-testid="unseen-keys" className="text-2 text-sm">
      {counts.map((which) => (
        <p key={which}>{t(`unseen.${which}`, { count: of[which], n: format.count(of[which]) })}</p>
      ))}
    </div>
  );
}

type OutcomeProps = { of: KeyOutcome; atMs: number; since: ReactNode };

function Outcome({ of: { key, outcome, nodes, why }, atMs, since }: OutcomeProps) {
  const t = useT('sameHold');
  const format = useFormat();
  const { icon, mark, isBold } = STYLES[outcome];
  const done = nodes.filter((node) => node.outcome === 'released');
  const text = t(`outcome.${outcome}`, {
    node: done.map(({ node }) => node).join(', '),
    time: format.clock(atMs),
    why: why?.message ?? '',
  });
  const partly =
    done.length < nodes.length ? t('outcome.nodes', { done: done.length, of: nodes.length }) : null;
  return <Row {...{ icon, mark, isBold, since }} name={key} text={partly ? `${text} · ${partly}` : text} />;
}

function Kept({ kept }: { kept: KeptKey }) {
  const t = useT('sameHold');
  const isSure = isOfHold(kept);
  return (
    <Row
      icon={isSure ? TriangleAlert : CircleHelp}
      mark={isSure ? 'text-contended' : 'text-3'}
      isBold={isSure}
      name={kept.key}
      text={t(isSure ? 'outcome.kept' : 'outcome.keptPossible')}
    />
  );
}

type RowProps = {
  icon: LucideIcon;
  mark: string;
  isBold: boolean;
  name: string;
  text: string;
  since?: ReactNode;
};

function Row({ icon: Icon, mark, isBold, name, text, since }: RowProps) {
  return (
    <li className={cx('flex items-start gap-2 tabular-nums', isBold && 'font-semibold')}>
      <Icon size={14} aria-hidden className={cx('mt-[3px] shrink-0', mark)} />
      <span
        className={cx(
          'wrap-anywhere min-w-0 flex-1',
          since !== undefined && 'flex flex-col lg:grid lg:grid-cols-3 lg:gap-x-4',
        )}
      >
        <bdi dir="ltr" className="mono">
          {name}
        </bdi>{' '}
        <span>{text}</span>
        {since}
      </span>
    </li>
  );
}
