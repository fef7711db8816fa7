'use client';

import type { ReactNode } from 'react';
import { useNow } from '@/components/app/live-provider';
import { FindingDocLink } from '@/components/finding-parts/finding-doc-link';
import { useFindingName } from '@/components/finding-parts/use-finding-name';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { EvidenceIcon, EvidenceText } from '@/components/lock-parts/evidence-text';
import { KnownByText } from '@/components/lock-parts/known-by';
import { leaseViewOf } from '@/components/lock-parts/lease-view';
import { STATE_STYLE } from '@/components/lock-parts/state-style';
import { VerdictBadge } from '@/components/lock-parts/verdict-badge';
import { cx } from '@/components/ui/cx';
import type { Lock } from '@/lib/contract/lock';
import type { LockDetail } from '@/lib/contract/locks';
import { evidenceOf } from '@/lib/domain/holders/evidence';
import { summaryOf } from '@/lib/domain/holders/holders-summary';
import { consequenceOf, headlineOf } from './verdict-sentence';

/** Below this, tenths count. */
const TENTHS_BELOW_MS = 5_000;

/** What is the matter with the lock, what follows, and the evidence line by line. */
export function VerdictPanel({ detail, className }: { detail: LockDetail; className?: string }) {
  const nowMs = useNow() || detail.nowMs;
  const { lock, ttlSamples } = detail;
  const evidence = evidenceOf(lock, ttlSamples, nowMs);
  return (
    <section
      aria-labelledby="verdict"
      className={cx('panel min-w-0 overflow-hidden border-s-[3px]', STATE_STYLE[lock.state].bar, className)}
    >
      <div className="relative flex flex-wrap items-start gap-x-6 gap-y-2 border-line border-b px-4 py-2.5">
        <div className="min-w-0 flex-1 basis-72">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <VerdictBadge state={lock.state} />
            <h2 id="verdict" className="font-semibold text-lg max-sm:w-full">
              <Headline lock={lock} />
            </h2>
          </div>
          <p className="tabular-nums pt-0.5 text-2">
            <Follows lock={lock} />
          </p>
        </div>
        {lock.permits ? <PermitsFigure lock={lock} /> : <Countdown lock={lock} readAtMs={detail.nowMs} />}
      </div>
      <ul className="flex flex-col py-1">
        {evidence.map((line) => (
          <li key={line.code} className="flex min-h-[25px] items-center gap-2.5 px-4 py-0.5">
            <EvidenceIcon evidence={line} />
            <span className={cx('min-w-0 flex-1', line.tone === 'unknown' && 'text-2')}>
              <EvidenceText evidence={line} />
            </span>
            <KnownByText known={line.known} nowMs={nowMs} form="moment" short="narrow" className="shrink-0" />
          </li>
        ))}
      </ul>
      <Explained lock={lock} />
    </section>
  );
}

/** The pages of the documentation about what was found. */
function Explained({ lock: { findings } }: { lock: Lock }) {
  const nameOf = useFindingName();
  if (findings.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-4 border-line border-t px-4 py-1">
      {findings.map(({ code }) => (
        <li key={code}>
          <FindingDocLink code={code}>{nameOf(code)}</FindingDocLink>
        </li>
      ))}
    </ul>
  );
}

function Headline({ lock }: { lock: Lock }) {
  const t = useT('lock');
  const { code, values } = headlineOf(lock);
  return t(`verdict.headline.${code as 'lost'}`, values);
}

function Follows({ lock }: { lock: Lock }) {
  const t = useT('lock');
  const format = useFormat();
  const { code, atMs } = consequenceOf(lock);
  return t(`verdict.follows.${code as 'free'}`, atMs === null ? {} : { at: format.clock(atMs) });
}

/** What is free, where a lock of one holder has its lease. */
function PermitsFigure({ lock }: { lock: Lock }) {
  const t = useT('lock');
  const format = useFormat();
  const common = useT('common');
  const summary = summaryOf(lock);
  const figure = summary.is === 'latch' ? summary.left : summary.is === 'permits' ? summary.free : null;
  return (
    <Figure label={t(summary.is === 'latch' ? 'permits.labelLatch' : 'permits.label')}>
      <p className={cx('num font-title text-xl leading-7', figure === null && 'text-3')}>
        {figure === null ? common('unknown') : format.count(figure)}
      </p>
    </Figure>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="shrink-0 text-end max-sm:absolute max-sm:end-4 max-sm:top-2">
      {children}
      <p className="num text-3 text-sm max-sm:sr-only">{label}</p>
    </div>
  );
}

function Countdown({ lock, readAtMs }: { lock: Lock; readAtMs: number }) {
  const t = useT('lock');
  const parts = useT('parts');
  const format = useFormat();
  const second = useNow() || readAtMs;
  const view = leaseViewOf(lock, second);
  const isClose = view.is === 'counting' && view.leftMs < TENTHS_BELOW_MS;
  const label =
    lock.leaseMs === null || view.is !== 'counting'
      ? t('verdict.left')
      : t('verdict.leftOf', { lease: format.span(lock.leaseMs) });
  return (
    <Figure label={label}>
      <p
        data-testid="countdown"
        className={cx(
          'num font-title text-xl leading-7',
          lock.state === 'at-risk' && 'text-risk',
          view.is !== 'counting' && lock.state !== 'at-risk' && 'text-3',
        )}
      >
        {isClose ? (
          <Tenths lock={lock} />
        ) : view.is === 'counting' ? (
          format.duration(view.leftMs)
        ) : (
          parts(`lease.${view.is}`)
        )}
      </p>
    </Figure>
  );
}

function Tenths({ lock }: { lock: Lock }) {
  const parts = useT('parts');
  const format = useFormat();
  const view = leaseViewOf(lock, useNow(100));
  return view.is === 'counting' ? format.duration(view.leftMs) : parts(`lease.${view.is}`);
}
