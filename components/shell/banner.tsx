import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '@/components/ui/cx';

const TONES = {
  lost: 'border-lost-line bg-lost-tint text-lost',
  risk: 'border-risk-line bg-risk-tint text-risk',
  info: 'border-info-line bg-info-tint text-info',
} as const;
const ICONS = { lost: CircleAlert, risk: TriangleAlert, info: Info } as const;

type Props = { tone: keyof typeof TONES; role?: 'alert' | 'note'; children: ReactNode };

/** A line above the page that holds for all of it. */
export function Banner({ tone, role = 'alert', children }: Props) {
  const Icon = ICONS[tone];
  return (
    <div
      role={role}
      className={cx('flex min-h-9 shrink-0 items-center gap-2 border-b px-4 py-1 text-sm', TONES[tone])}
    >
      <Icon size={16} aria-hidden className="shrink-0" />
      {children}
    </div>
  );
}
