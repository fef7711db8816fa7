'use client';

import { ScanEye, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useAnnounce } from '@/components/app/announcer';
import { useT } from '@/components/i18n/use-t';
import { KeyText } from '@/components/lock-parts/key-text';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { XRAY_SECONDS } from '@/lib/contract/limits';
import type { Lock } from '@/lib/contract/lock';
import type { XrayResult } from '@/lib/contract/xray';
import { useXray } from './use-xray';
import { XrayFailure } from './xray-failure';
import { connectionsOf } from './xray-figures';
import { type Seconds, XrayForm, XrayProgress } from './xray-form';
import { XrayResultView } from './xray-result';

type Props = {
  lock: Lock;
  /** One that was taken before, to be shown again; null = a new one is asked for. */
  shown: XrayResult | null;
  onResult(result: XrayResult): void;
  onClosed(): void;
};

/** An X-ray from what it costs to what it showed. Closing the dialog ends one that runs. */
export function XrayDialog({ lock, shown, onResult, onClosed }: Props) {
  const t = useT('xray');
  const common = useT('common');
  const announce = useAnnounce();
  const nodes = lock.votes?.length ?? 1;
  const { view, start, stop, again } = useXray(lock.id, nodes, shown);
  const [seconds, setSeconds] = useState<Seconds>(String(XRAY_SECONDS.usual) as Seconds);
  const first = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (view.is !== 'form' || view.failure || view.stopped) first.current?.focus();
  }, [view]);

  async function begin() {
    const result = await start(Number(seconds));
    if (!result) return;
    onResult(result);
    announce(t('announced'));
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClosed()}
      keepOnOutsidePress
      size={view.is === 'done' ? 'lg' : 'md'}
      initialFocus={first}
      mark={<ScanEye size={18} aria-hidden className="text-info" />}
      title={titleOf()}
      description={t(view.is === 'done' ? 'description.over' : 'description.form')}
      descriptionHidden
      footerHint={view.is === 'form' && view.stopped ? <span role="status">{t('stopped')}</span> : null}
      footer={footer()}
    >
      <p className="mb-3 flex min-w-0 items-center">
        <KeyText display={lock.key} />
      </p>
      {view.is === 'form' && view.failure ? <XrayFailure failure={view.failure} /> : null}
      {view.is === 'form' ? <XrayForm nodes={nodes} seconds={seconds} onSeconds={setSeconds} /> : null}
      {view.is === 'running' ? <XrayProgress startedAtMs={view.startedAtMs} forMs={view.forMs} /> : null}
      {view.is === 'done' ? <XrayResultView result={view.result} /> : null}
    </Dialog>
  );

  function titleOf(): string {
    if (view.is === 'running') return t('running');
    if (view.is === 'form') return t('dialog');
    const count = connectionsOf(view.result);
    return count === 0 ? t('done.none') : t('done.some', { count });
  }

  function footer() {
    if (view.is === 'running')
      return (
        <Button ref={first} onClick={stop} icon={<Square size={14} aria-hidden />}>
          {t('button.stop')}
        </Button>
      );
    if (view.is === 'done')
      return (
        <>
          <Button onClick={again}>{t('button.again')}</Button>
          <Button ref={first} variant="primary" onClick={onClosed}>
            {common('close')}
          </Button>
        </>
      );
    return (
      <>
        <Button ref={first} onClick={onClosed}>
          {common('cancel')}
        </Button>
        <Button variant="primary" onClick={begin} icon={<ScanEye size={16} aria-hidden />}>
          {t('button.start')}
        </Button>
      </>
    );
  }
}
