'use client';

import { ScanEye } from 'lucide-react';
import { useId } from 'react';
import { useDenied } from '@/components/app/access';
import DeniedWithRunbook from '@/components/app/denied-text';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import type { LockDetail } from '@/lib/contract/locks';
import type { Xray } from './use-xray-dialog';
import { connectionsOf } from './xray-figures';

/** What an X-ray is, the button that asks for one, and the last one of this page. Off with its reason where it is not allowed. */
export function XrayPanel({
  detail,
  xray,
  className,
}: {
  detail: Pick<LockDetail, 'lock' | 'xray'>;
  xray: Pick<Xray, 'last' | 'open'>;
  className?: string;
}) {
  const t = useT('xray');
  const format = useFormat();
  const reasonId = useId();
  const { lock } = detail;
  const denied = useDenied('xray', lock.target, lock.id);
  const notSet = detail.xray ? null : t('off', { target: lock.target });
  const off = denied ? <DeniedWithRunbook right="xray" /> : notSet;
  const { last } = xray;
  return (
    <Panel title={t('title')} hint={t('hint')} className={className} bodyClassName="flex flex-col gap-2 p-3">
      <p className="text-2">{t('about')}</p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          size="sm"
          off={off !== null}
          aria-describedby={off === null ? undefined : reasonId}
          icon={<ScanEye size={14} aria-hidden />}
          onClick={() => xray.open(lock, 'new')}
        >
          {t('open')}
        </Button>
        {off === null ? null : (
          <p id={reasonId} className="min-w-0 flex-1 text-3 text-sm">
            {off}
          </p>
        )}
        {last ? (
          <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 text-2 text-sm">
            <span title={format.moment(last.atMs)}>
              {t('last', {
                count: connectionsOf(last),
                seconds: t('seconds', { n: last.seconds }),
                time: format.clock(last.atMs),
              })}
            </span>
            <Button size="sm" variant="link" onClick={() => xray.open(lock, 'last')}>
              {t('show')}
            </Button>
          </p>
        ) : null}
      </div>
    </Panel>
  );
}
