import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx';

type Props = {
  lead: string;
  children: ReactNode /** Under the sentence. */;
  more?: ReactNode;
  className?: string;
};

/** That something was not done, and why. */
export function FailureBox({ lead, children, more, className }: Props) {
  return (
    <div
      role="alert"
      className={cx('flex gap-2 rounded-md border border-lost-line bg-lost-tint px-3 py-2', className)}
    >
      <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-lost" />
      <div className="wrap-anywhere min-w-0">
        <p>
          <span className="font-semibold">{lead}</span> {children}
        </p>
        {more}
      </div>
    </div>
  );
}
