'use client';

import { Popover } from '@base-ui/react/popover';
import { usePathname, useRouter } from 'next/navigation';
import { type ReactElement, useState } from 'react';
import { useNow } from '@/components/app/live-provider';
import { useTarget } from '@/components/app/use-target';
import { useZone } from '@/components/i18n/time-zone';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { floatRoot } from '@/components/ui/float-root';
import { TextInput } from '@/components/ui/text-input';
import { showsPast, useMoment, withMoment } from '../app/use-moment';
import { momentAt, secondsOf } from '../i18n/second-clock';
import { MomentSlider } from './moment-slider';

/** Jumps back from now, or from the moment that is shown. */
const JUMPS = [
  { byMs: 60_000, name: 'm1' },
  { byMs: 300_000, name: 'm5' },
  { byMs: 3_600_000, name: 'h1' },
  { byMs: 86_400_000, name: 'd1' },
] as const;

/** Where a moment is picked: typed, jumped to, or slid to. Open at first, at its trigger. */
export function MomentPicker({ trigger }: { trigger: ReactElement }) {
  const t = useT('rewind');
  const [open, setOpen] = useState(true);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger render={trigger} />
      <Popover.Portal container={floatRoot()}>
        <Popover.Positioner align="end" sideOffset={6} className="z-50 outline-none">
          <Popover.Popup className="fade-float w-[400px] max-w-[calc(100vw-16px)] rounded-md border border-line bg-raised p-3 shadow-float outline-none">
            <Popover.Title className="font-semibold">{t('title')}</Popover.Title>
            <Popover.Description className="mb-2.5 text-2 text-sm">{t('description')}</Popover.Description>
            <Choices onDone={() => setOpen(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Choices({ onDone }: { onDone(): void }) {
  const t = useT('rewind');
  const format = useFormat();
  const { timeZone } = useZone();
  const nowMs = useNow(1_000, true);
  const { atMs, setAt } = useMoment();
  const go = useGo();
  const [typed, setTyped] = useState<string | null>(null);
  const shownMs = atMs ?? nowMs;
  const text = typed ?? secondsOf(shownMs, timeZone);
  const moment = momentAt(text, timeZone);
  const isAhead = moment !== null && moment > nowMs;
  const error =
    typed === null ? null : moment === null ? t('problem.none') : isAhead ? t('problem.ahead') : null;
  return (
    <div className="flex flex-col gap-3">
      <form
        className="flex items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (moment === null || isAhead) return;
          go(moment);
          onDone();
        }}
      >
        <TextInput
          type="datetime-local"
          step={1}
          label={t('field', { zone: zoneText(timeZone, format.offset(shownMs)) })}
          value={text}
          error={error}
          onChange={(event) => setTyped(event.target.value)}
          className="num flex-1"
        />
        <Button type="submit" variant="primary" className="mt-5">
          {t('show')}
        </Button>
      </form>
      <div className="flex flex-wrap items-center gap-1.5">
        {JUMPS.map(({ byMs, name }) => (
          <Button
            key={name}
            size="sm"
            className="num"
            aria-label={t(`jump.${name}Title`)}
            onClick={() => {
              setTyped(null);
              go(shownMs - byMs);
            }}
          >
            {t(`jump.${name}`)}
          </Button>
        ))}
        {atMs === null ? null : (
          <Button
            size="sm"
            variant="link"
            className="ms-auto"
            onClick={() => {
              setAt(null);
              onDone();
            }}
          >
            {t('toNow')}
          </Button>
        )}
      </div>
      <MomentSlider
        atMs={shownMs}
        nowMs={nowMs}
        onMove={(next) => {
          setTyped(null);
          go(next, 'slide');
        }}
      />
    </div>
  );
}

/** A zone and how far it is from UTC, once where they are the same. */
function zoneText(timeZone: string, offset: string): string {
  return timeZone === offset ? offset : `${timeZone}, ${offset}`;
}

/** Shows a moment: here, or on the page of the locks where this one cannot. */
function useGo(): (atMs: number, how?: 'step' | 'slide') => void {
  const path = usePathname();
  const router = useRouter();
  const [target] = useTarget();
  const { setAt } = useMoment();
  return (atMs, how = 'step') => {
    if (showsPast(path)) setAt(atMs, how);
    else router.push(withMoment('/locks', target, Math.round(atMs)));
  };
}
