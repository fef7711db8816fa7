'use client';

import { History, Undo2, X } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { type ReactNode, useEffect, useState } from 'react';
import { useNow } from '@/components/app/live-provider';
import { useShortcut } from '@/components/app/shortcuts';
import { useTarget } from '@/components/app/use-target';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { showsPast, useMoment, withMoment } from '../app/use-moment';
import { MomentSteps } from './moment-steps';
import { useMomentText } from './use-moment-text';

/** Says above a page that it shows the past, and leads back; on pages that cannot, that they show now. */
export function MomentBand() {
  const path = usePathname();
  const { atMs, unreadable } = useMoment();
  const [dropped, setDropped] = useState<{ path: string; atMs: number } | null>(null);
  if (unreadable !== null) return <UnreadableBand text={unreadable} />;
  if (atMs !== null && showsPast(path)) return <PastBand atMs={atMs} />;
  if (atMs !== null) return <Drop onDrop={() => setDropped({ path, atMs })} />;
  return dropped?.path === path ? <NowBand atMs={dropped.atMs} onClose={() => setDropped(null)} /> : null;
}

function PastBand({ atMs }: { atMs: number }) {
  const t = useT('rewind');
  const format = useFormat();
  const textOf = useMomentText();
  const nowMs = useNow(1_000, true);
  const { setAt } = useMoment();
  const toNow = () => setAt(null);
  useShortcut('Escape', toNow);
  // What has not come yet is now.
  const isAhead = nowMs > 0 && atMs > nowMs;
  useEffect(() => {
    if (isAhead) setAt(null, 'slide');
  }, [isAhead, setAt]);
  return (
    <Band label={t('band.label')}>
      <p className="num min-w-0 whitespace-normal">
        <strong title={format.moment(atMs)} className="font-semibold">
          {t('band.asOf', { time: textOf(atMs, nowMs), zone: format.offset(atMs) })}
        </strong>{' '}
        <span>{nowMs === 0 ? null : t('band.ago', { age: format.duration(Math.max(0, nowMs - atMs)) })}</span>{' '}
        <span>{t('band.off')}</span>
      </p>
      <span className="ms-auto flex items-center gap-1">
        <MomentSteps atMs={atMs} onMove={(next) => setAt(Math.min(next, nowMs), 'slide')} />
        <Button size="sm" icon={<Undo2 size={14} aria-hidden />} aria-keyshortcuts="Escape" onClick={toNow}>
          {t('toNow')}
        </Button>
      </span>
    </Band>
  );
}

/** The URL names a moment that cannot be read: what is shown is now, and says so. */
function UnreadableBand({ text }: { text: string }) {
  const t = useT('rewind');
  const { setAt } = useMoment();
  return (
    <Band label={t('band.label')}>
      <p role="alert" className="min-w-0 truncate">
        {t('band.unreadable', { text: text.slice(0, 40) })}
      </p>
      <Button size="sm" className="ms-auto" onClick={() => setAt(null, 'slide')}>
        {t('band.dismiss')}
      </Button>
    </Band>
  );
}

/** The page it was led to shows now alone. */
function NowBand({ atMs, onClose }: { atMs: number; onClose(): void }) {
  const t = useT('rewind');
  const common = useT('common');
  const textOf = useMomentText();
  const nowMs = useNow(1_000, true);
  const [target] = useTarget();
  return (
    <Band label={t('band.label')}>
      <p className="num min-w-0 whitespace-normal">{t('showsNow')}</p>
      <Link
        href={withMoment('/locks', target, atMs)}
        className="num inline-flex min-h-6 items-center font-semibold underline underline-offset-2"
      >
        {t('locksAt', { time: textOf(atMs, nowMs) })}
      </Link>
      <Button
        variant="ghost"
        size="sm"
        square
        className="ms-auto text-info"
        aria-label={common('close')}
        icon={<X size={14} aria-hidden />}
        onClick={onClose}
      />
    </Band>
  );
}

/** Takes the moment out of the URL of a page that cannot show it. */
function Drop({ onDrop }: { onDrop(): void }) {
  const { setAt } = useMoment();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is reached
  useEffect(() => {
    onDrop();
    setAt(null, 'slide');
  }, []);
  return null;
}

function Band({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-info-mark border-b-[2px] bg-info-tint px-4 py-1 text-info text-sm"
    >
      <History size={16} aria-hidden className="shrink-0" />
      {children}
    </section>
  );
}
