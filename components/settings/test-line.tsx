import { CircleCheck, CircleDashed, CircleX, KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '@/components/ui/cx';

const LOOKS = {
  verified: { icon: CircleCheck, tone: 'text-verified' },
  fine: { icon: CircleCheck, tone: 'text-3' },
  lost: { icon: CircleX, tone: 'text-lost' },
  bounded: { icon: KeyRound, tone: 'text-contended' },
  open: { icon: CircleDashed, tone: 'text-3' },
} satisfies Record<string, { icon: typeof CircleX; tone: string }>;

/** `verified` = a test has just found so; `fine` = it was so before; `open` = optional, or not known. */
export type LineLook = keyof typeof LOOKS;

type Props = { look: LineLook; need?: ReactNode; children: ReactNode };

/** One thing that was tried: how it went, and at the right edge what it is needed for. */
export function TestLine({ look, need, children }: Props) {
  const { icon: Icon, tone } = LOOKS[look];
  return (
    <li className="flex min-w-0 items-start gap-2">
      <Icon size={14} aria-hidden className={cx('mt-[3px] shrink-0', tone)} />
      <div className="wrap-anywhere min-w-0 flex-1">{children}</div>
      {need ? <span className="shrink-0 pt-px text-3 text-sm">{need}</span> : null}
    </li>
  );
}
