import type { ReactNode } from 'react';
import { cx } from './cx';

export type Tone = 'neutral' | 'contended' | 'risk' | 'lost' | 'free' | 'unknown' | 'info' | 'verified';

const TONES = {
  neutral: 'text-held',
  free: 'text-free',
  contended: 'border border-contended-line bg-contended-tint text-contended px-1.5',
  risk: 'border border-risk-line bg-risk-tint text-risk px-1.5',
  lost: 'border border-lost-mark bg-lost-mark text-on-lost px-1.5',
  unknown: 'border border-control border-dashed text-2 px-1.5',
  info: 'border border-info-line bg-info-tint text-info px-1.5',
  verified: 'border border-transparent bg-verified-tint text-verified px-1.5',
} satisfies Record<Tone, string>;

/** State as icon and word, 20 high. Neutral and free have no box. */
export function Badge({
  tone,
  icon,
  children,
  className,
}: {
  tone: Tone;
  icon?: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  return (
    <span
      className={cx(
        'inline-flex h-5 shrink-0 items-center gap-1 whitespace-nowrap rounded-sm font-semibold text-sm',
        TONES[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}

/** A fact in a sunken box, 20 high: kind, library, node. */
export function Tag({
  icon,
  children,
  className,
}: {
  icon?: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  return (
    <span
      className={cx(
        'inline-flex h-5 max-w-full shrink-0 items-center gap-1.5 whitespace-nowrap rounded-sm bg-sunken px-1.5 text-2 text-sm',
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}

/** A number beside a tab or title. `alert` is solid red. */
export function CountBadge({ children, alert }: { children: ReactNode; alert?: boolean }) {
  return (
    <span
      className={cx(
        'num inline-flex h-4 min-w-4 items-center justify-center rounded-sm px-1 font-medium text-xs',
        alert ? 'bg-lost-mark text-on-lost' : 'bg-sunken text-2',
      )}
    >
      {children}
    </span>
  );
}
