import { CircleCheck, CircleHelp, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';
import type { ActionResult, NodeOutcome } from '@/lib/contract/actions';
import { type AfterAction, doneOnNode } from '@/lib/domain/actions/after-action';

const STYLES = {
  released: { icon: CircleCheck, mark: 'text-verified', text: undefined },
  extended: { icon: CircleCheck, mark: 'text-verified', text: undefined },
  quarantined: { icon: CircleCheck, mark: 'text-verified', text: undefined },
  changed: { icon: TriangleAlert, mark: 'text-contended', text: 'font-semibold' },
  unreached: { icon: CircleHelp, mark: 'text-risk', text: 'font-semibold' },
} satisfies Record<NodeOutcome['outcome'], { icon: LucideIcon; mark: string; text: string | undefined }>;

type Props = {
  result: ActionResult;
  /** null = the lock is of no group. */
  after: AfterAction | null;
  /** Default: yes. */
  isBoxed?: boolean;
};

/** What happened on each node; of a group also what that makes of the lock, where it did not happen on all of them. */
export function NodeOutcomes({ result, after, isBoxed = true }: Props) {
  const t = useT('actions');
  const format = useFormat();
  const isPartial = after !== null && after.done < after.of;
  return (
    <>
      <ul
        className={cx(
          'flex flex-col gap-1.5',
          isBoxed && 'rounded-md border border-line bg-sunken px-3 py-2',
        )}
      >
        {result.nodes.map(({ node, outcome }) => {
          const { icon: Icon, mark, text } = STYLES[outcome];
          return (
            <li key={node} className={cx('tabular-nums flex items-start gap-2', text)}>
              <Icon size={14} aria-hidden className={cx('mt-[3px] shrink-0', mark)} />
              <span className="wrap-anywhere min-w-0">
                {t(`result.node.${outcome}`, { node, time: format.clock(result.atMs) })}
              </span>
            </li>
          );
        })}
      </ul>
      {isPartial ? (
        <p data-testid="after-act" className={cx(after.is === 'short' && 'font-semibold')}>
          {t(`result.after.${doneOnNode(result.outcome)}.${after.is === 'short' ? 'short' : 'done'}`, {
            ...after,
          })}
        </p>
      ) : null}
    </>
  );
}
