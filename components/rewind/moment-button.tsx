'use client';

import { Clock, History } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useNow } from '@/components/app/live-provider';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';
import { useMoment } from '../app/use-moment';
import { useMomentText } from './use-moment-text';

const load = () => import('./moment-picker');
const MomentPicker = lazy(async () => ({ default: (await load()).MomentPicker }));

/** As of when the page is shown, and the way to another moment. What it opens is fetched when it is first wanted. */
export function MomentButton() {
  const t = useT('rewind');
  const textOf = useMomentText();
  const nowMs = useNow(1_000, true);
  const { atMs } = useMoment();
  const [wanted, setWanted] = useState(false);
  const text = atMs === null ? t('now') : textOf(atMs, nowMs);
  const Icon = atMs === null ? Clock : History;
  const trigger = (
    <button
      type="button"
      aria-label={t('button', { moment: text })}
      aria-haspopup="dialog"
      aria-expanded={false}
      title={t('buttonTitle')}
      onClick={() => setWanted(true)}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      className={cx(
        'num flex h-8 shrink-0 items-center gap-2 rounded-md px-2 font-medium hover:bg-hover aria-expanded:bg-hover sm:border sm:px-3',
        atMs === null ? 'border-line-strong text-1' : 'border-info-mark bg-info-tint text-info',
      )}
    >
      <Icon size={14} aria-hidden className="shrink-0" />
      <span className="max-lg:hidden">{text}</span>
    </button>
  );
  return wanted ? (
    <Suspense fallback={trigger}>
      <MomentPicker trigger={trigger} />
    </Suspense>
  ) : (
    trigger
  );
}
