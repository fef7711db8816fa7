'use client';

import { Maximize2, Minus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import type { UseViewport } from './use-viewport';

const STEP = 1.25;

type Props = { viewport: UseViewport; hasCycle: boolean };

/** What the lines mean, and the buttons that move the picture. */
export function PictureBar({ viewport, hasCycle }: Props) {
  const t = useT('graph');
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-3 py-1 text-sm">
      <ul aria-label={t('picture.legend')} className="flex flex-wrap gap-x-4 gap-y-1 text-2">
        <Line className="stroke-held-mark">{t('picture.holds')}</Line>
        <Line className="stroke-contended-mark" dash>
          {t('picture.waits')}
        </Line>
        {hasCycle ? (
          <Line className="stroke-lost-mark" thick>
            {t('picture.deadlock')}
          </Line>
        ) : null}
      </ul>
      <span className="ms-auto text-3 max-lg:hidden">{t('picture.wheel')}</span>
      <span className="flex items-center gap-1 max-lg:ms-auto">
        <Tool
          label={t('picture.zoomOut')}
          icon={<Minus size={14} aria-hidden />}
          onClick={() => viewport.zoomBy(1 / STEP)}
        />
        <Tool
          label={t('picture.zoomIn')}
          icon={<Plus size={14} aria-hidden />}
          onClick={() => viewport.zoomBy(STEP)}
        />
        <Tool
          label={t('picture.fit')}
          icon={<Maximize2 size={14} aria-hidden />}
          onClick={viewport.showAll}
        />
      </span>
    </div>
  );
}

function Tool({ label, icon, onClick }: { label: string; icon: ReactNode; onClick(): void }) {
  return <Button size="sm" square aria-label={label} title={label} icon={icon} onClick={onClick} />;
}

type LineProps = { className: string; dash?: boolean; thick?: boolean; children: ReactNode };

function Line({ className, dash, thick, children }: LineProps) {
  return (
    <li className="flex items-center gap-2 whitespace-nowrap">
      <svg aria-hidden width="28" height="8" className="shrink-0">
        <line
          x1="0"
          x2="28"
          y1="4"
          y2="4"
          strokeWidth={thick ? 2.5 : 1.5}
          strokeDasharray={dash ? '5 4' : undefined}
          className={className}
        />
      </svg>
      {children}
    </li>
  );
}
