'use client';

import { Download } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { PageBody, PageFrame } from '@/components/app/page-frame';
import { withMoment } from '@/components/app/use-moment';
import { useTarget, withTarget } from '@/components/app/use-target';
import { useT } from '@/components/i18n/use-t';
import { Link } from '@/components/ui/link';
import { Panel } from '@/components/ui/panel';
import { EmptyState } from '@/components/ui/states';
import { TableToggle } from '@/components/ui/table-toggle';
import { type TimelineOf, timelineAsked } from '@/lib/api/past-queries';
import { endpointPath } from '@/lib/contract/request';
import { displayOf } from '@/lib/domain/keys/bytes';
import { keyOfSlug, type LockId, lockPath, parseLockId } from '@/lib/domain/keys/lock-id';
import { LAST_NAMES } from '../charts/range';
import { RangeSwitch } from '../timeline/range-switch';
import { TimelineBody } from '../timeline/timeline-body';
import { TimelineLegend } from '../timeline/timeline-legend';
import { ZoomButtons } from '../timeline/timeline-panel';
import { TimelineRangeInputs } from './range-inputs';
import { useTimelineUrl } from './use-timeline-url';

/** So many holds one by one. */
const LIMIT = 10_000;

/** The timeline of a lock, a family or a holder on a page of its own. */
export function TimelinePage() {
  const t = useT('timeline');
  const { of, range } = useTimelineUrl();
  return (
    <PageBody>
      {of ? (
        <Content of={of} range={range} />
      ) : (
        <PageFrame title={t('title')}>
          <div className="panel">
            <EmptyState title={t('noSubject.title')}>{t('noSubject.text')}</EmptyState>
          </div>
        </PageFrame>
      )}
    </PageBody>
  );
}

function Content({ of, range }: { of: TimelineOf; range: ReturnType<typeof useTimelineUrl>['range'] }) {
  const t = useT('timeline');
  const router = useRouter();
  const [target] = useTarget();
  const [asTable, setAsTable] = useState(false);
  const { view } = range;
  const toMoment = (atMs: number) =>
    router.push(withMoment(of.by === 'lock' ? lockPath(of.lock) : '/locks', target, Math.round(atMs)));
  return (
    <PageFrame title={t('title')} hint={<Subject of={of} />}>
      <Panel
        title={t(of.by === 'lock' ? 'byHolder' : 'byLock')}
        right={
          <>
            <TimelineLegend className="max-lg:hidden" />
            <TableToggle on={asTable} onChange={setAsTable} />
          </>
        }
      >
        <div className="flex flex-wrap items-end gap-x-3 gap-y-2 border-line border-b px-3 py-2">
          <RangeSwitch range={range} lasts={LAST_NAMES} />
          <TimelineRangeInputs view={view} nowMs={range.nowMs} onView={range.set} />
          <ZoomButtons range={range} />
          <a
            href={endpointPath('GET /api/history/timeline', {
              query: { ...timelineAsked(of, view, LIMIT), format: 'csv' },
            })}
            download
            className="ms-auto inline-flex min-h-6 items-center gap-1.5 font-medium text-info text-sm hover:underline"
          >
            <Download size={14} aria-hidden />
            CSV
          </a>
        </div>
        <TimelineBody
          of={of}
          range={range}
          asTable={asTable}
          limit={LIMIT}
          mostLanes={20}
          onMoment={toMoment}
        />
        <p className="px-3 pb-2 text-3 text-sm max-sm:hidden">{t('keys')}</p>
        <TimelineLegend className="px-3 pb-2 lg:hidden" />
      </Panel>
    </PageFrame>
  );
}

/** Whose timeline it is, as the way to its page. */
function Subject({ of }: { of: TimelineOf }) {
  const t = useT('timeline');
  const [target] = useTarget();
  const name =
    of.by === 'lock' ? keyText(of.lock) : of.by === 'family' ? of.family : of.holder.replace(/^\w+:/, '');
  const path =
    of.by === 'lock'
      ? lockPath(of.lock)
      : of.by === 'holder'
        ? `/holders/${encodeURIComponent(of.holder)}`
        : null;
  const text = (
    <bdi dir="ltr" className="mono break-all font-semibold text-1">
      {name}
    </bdi>
  );
  return (
    <span className="flex flex-wrap items-baseline gap-x-1.5 whitespace-normal">
      {t(`of.${of.by}`)}
      {path ? (
        <Link href={withTarget(path, target)} className="hover:underline">
          {text}
        </Link>
      ) : (
        text
      )}
    </span>
  );
}

function keyText(id: LockId): string {
  const key = keyOfSlug(parseLockId(id)?.slug ?? '');
  return key === null ? id : displayOf(key).text;
}
