import { Check, CircleHelp, type LucideIcon, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '@/components/ui/cx';
import type { FollowStep, StepMark } from './follow-up-steps';

type Style = { mark: string; icon: LucideIcon | null; line: string; text?: string };

const STYLES = {
  done: { mark: 'rounded-full bg-verified-mark text-surface', icon: Check, line: 'border-verified-mark' },
  waiting: {
    mark: 'rounded-full border border-control border-dashed',
    icon: null,
    line: 'border-control border-dashed',
  },
  unknown: {
    mark: 'rounded-full border border-control border-dashed text-2',
    icon: CircleHelp,
    line: 'border-control border-dashed',
  },
  risk: {
    mark: 'rounded-sm bg-risk-mark text-on-lost',
    icon: TriangleAlert,
    line: 'border-risk-mark',
    text: 'text-risk',
  },
  bad: { mark: 'rounded-sm bg-lost-mark text-on-lost', icon: X, line: 'border-lost-mark', text: 'text-lost' },
} satisfies Record<StepMark, Style>;

/** Steps in the order of time: side by side where there is room, else one under the other. */
export function StepList({ steps }: { steps: readonly FollowStep<ReactNode>[] }) {
  return (
    <ol className="flex flex-col lg:grid lg:auto-cols-fr lg:grid-flow-col">
      {steps.map((step, i) => (
        <Step key={step.id} step={step} next={steps[i + 1] ?? null} />
      ))}
    </ol>
  );
}

type StepProps = { step: FollowStep<ReactNode>; next: FollowStep<ReactNode> | null };

function Step({ step: { mark, time, what, more }, next }: StepProps) {
  const { mark: shape, icon: Icon, text }: Style = STYLES[mark];
  return (
    <li className="relative flex min-w-0 gap-2.5 pb-3 last:pb-0 lg:flex-col lg:gap-1.5 lg:pb-0">
      {next ? (
        <span
          aria-hidden
          className={cx(
            'absolute start-[7px] top-[18px] bottom-0 border-s-[2px]',
            'lg:start-4 lg:end-0 lg:top-[7px] lg:bottom-auto lg:border-s-0 lg:border-t-[2px]',
            STYLES[next.mark].line,
          )}
        />
      ) : null}
      <span
        aria-hidden
        className={cx('relative mt-0.5 flex size-4 shrink-0 items-center justify-center lg:mt-0', shape)}
      >
        {Icon ? <Icon size={11} strokeWidth={3} /> : null}
      </span>
      <div className="tabular-nums min-w-0 flex-1 lg:pe-4">
        <p className="text-2 text-sm max-lg:float-end max-lg:ps-3">{time === '' ? '\u00a0' : time}</p>
        <p className={cx('wrap-anywhere font-semibold', text)}>{what}</p>
        {more === '' ? null : <p className="text-2">{more}</p>}
      </div>
    </li>
  );
}
