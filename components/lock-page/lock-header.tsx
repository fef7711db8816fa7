'use client';

import { ChevronLeft, ChevronRight, Server } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMoment, withMoment } from '@/components/app/use-moment';
import { useTarget } from '@/components/app/use-target';
import { useT } from '@/components/i18n/use-t';
import { isAmbiguous, KIND_ICONS, likelyLibrary } from '@/components/lock-parts/format-label';
import { Tag } from '@/components/ui/badge';
import { CopyButton } from '@/components/ui/copy-button';
import { Link } from '@/components/ui/link';
import type { Lock } from '@/lib/contract/lock';
import type { DisplayText } from '@/lib/domain/keys/bytes';

type Props = {
  display: DisplayText;
  target: string;
  /** What is known of the lock as it is now; null = nothing yet, or it is shown as it was. */
  lock: Lock | null;
  /** Beside the key, of a lock as it was. */
  facts?: ReactNode;
  actions: ReactNode;
};

/** Where we are, which lock this is, and what can be done to it. */
export function LockHeader({ display, target, lock, facts, actions }: Props) {
  const t = useT('lock');
  const parts = useT('parts');
  return (
    <header className="flex flex-wrap items-end gap-x-6 gap-y-2 border-line border-b bg-surface px-4 pt-2 pb-3">
      <div className="min-w-0 flex-1">
        <Breadcrumb target={target} />
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1.5 pt-1">
          <span className="flex min-w-0 max-w-full items-start gap-1">
            <h1
              dir="ltr"
              className="mono scroll-thin max-h-24 min-w-0 overflow-y-auto whitespace-pre-wrap break-all font-semibold text-[17px] leading-6"
            >
              {display.text === '' ? parts('key.empty') : display.text}
            </h1>
            <CopyButton text={display.text} label={parts('key.copy')} />
          </span>
          {lock ? <Facts lock={lock} /> : facts}
          {display.exact ? null : <Tag>{t('header.escaped', { bytes: display.byteLength })}</Tag>}
        </div>
      </div>
      <div className="flex shrink-0 items-center gap-2 max-sm:hidden">{actions}</div>
    </header>
  );
}

function Facts({ lock }: { lock: Lock }) {
  const t = useT('lock');
  const parts = useT('parts');
  const { format, kind } = lock;
  const Icon = KIND_ICONS[kind];
  return (
    <>
      <Tag icon={<Icon size={14} aria-hidden />}>{parts(`kind.${kind}`)}</Tag>
      <Tag>
        <span className="truncate">
          {isAmbiguous(format)
            ? t('header.candidates', { count: format.alternatives.length, library: format.library })
            : `${likelyLibrary(format)} · ${parts(`confidence.${format.confidence}`)}`}
        </span>
      </Tag>
      {format.hint ? (
        <span title={parts('format.ranTitle')} className="text-3 text-sm">
          {parts('format.ran', { library: format.hint.library })}
        </span>
      ) : null}
      <Tag icon={<Server size={14} aria-hidden />}>
        <span className="num truncate">
          {lock.votes
            ? t('header.group', { count: lock.votes.length, db: lock.db })
            : t('header.place', { node: lock.node, db: lock.db })}
        </span>
      </Tag>
    </>
  );
}

function Breadcrumb({ target }: { target: string }) {
  const t = useT('lock');
  const [chosen] = useTarget();
  const { atMs } = useMoment();
  return (
    <nav aria-label={t('header.path')} className="text-sm">
      <ol className="flex items-center gap-1.5">
        <li>
          <Link
            href={withMoment('/locks', chosen, atMs)}
            className="inline-flex min-h-6 items-center gap-1 font-medium text-info hover:underline"
          >
            <ChevronLeft size={14} aria-hidden className="sm:hidden" />
            {t('header.locks')}
          </Link>
        </li>
        <li className="flex items-center gap-1.5 text-2 max-sm:hidden">
          <ChevronRight size={12} aria-hidden className="text-3" />
          {target}
        </li>
      </ol>
    </nav>
  );
}
