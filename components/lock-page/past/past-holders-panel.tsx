'use client';

import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { UnknownRing } from '@/components/lock-parts/waiters-cell';
import { barEndOf } from '@/components/timeline/bar-card';
import { Panel } from '@/components/ui/panel';
import type { OwnershipSpan, PastLock } from '@/lib/contract/history/past';
import { KnownHistory } from '../../past-parts/known-history';
import { PastHolder } from '../../past-parts/past-text';

type Props = { lock: PastLock; atMs: number; watched: boolean };

/** Who had the lock then, and what became of it. */
export function PastHoldersPanel({ lock: { spans }, atMs, watched }: Props) {
  const t = useT('rewind');
  const format = useFormat();
  return (
    <Panel
      title={t('holders.title')}
      hint={
        watched && spans.length > 0
          ? t('holders.count', { count: spans.length, n: format.count(spans.length) })
          : null
      }
      right={<KnownHistory />}
    >
      {spans.length === 0 ? (
        <p className="flex items-center gap-2 px-3 py-3 text-2">
          {watched ? null : <UnknownRing label={t('unknown')} />}
          {t(watched ? 'holders.nobody' : 'holders.unknown')}
        </p>
      ) : (
        <ul>
          {spans.map((span) => (
            <li key={span.id} className="border-line border-t px-3 py-2.5 first:border-t-0">
              <PastHolder span={span} className="font-semibold" />
              <Facts span={span} atMs={atMs} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Facts({ span, atMs }: { span: OwnershipSpan; atMs: number }) {
  const t = useT('rewind');
  const timeline = useT('timeline');
  const format = useFormat();
  const since = `${span.fromKnown === 'seen' ? '' : `${timeline(`known.${span.fromKnown}`)} `}${format.moment(span.fromMs)}`;
  const end = barEndOf(timeline, span);
  const rows: [string, string | null][] = [
    [
      t('fact.since'),
      `${since}, ${t('fact.heldThen', { duration: format.duration(Math.max(0, atMs - span.fromMs)) })}`,
    ],
    [t('fact.mode'), span.mode === 'exclusive' ? null : t(`mode.${span.mode}`)],
    [t('fact.token'), span.token],
    [
      t('fact.lease'),
      span.noTtl
        ? timeline('card.noTtl')
        : span.leaseMs === null
          ? timeline('card.unknown')
          : format.span(span.leaseMs),
    ],
    [t('fact.fencing'), span.fencing],
    [
      t('fact.later'),
      span.toMs === null
        ? t('fact.goesOn')
        : t('fact.ended', { end: end ?? '', moment: format.moment(span.toMs) }),
    ],
  ];
  return (
    <dl className="mt-1 flex flex-col gap-0.5">
      {rows.map(([name, value]) =>
        value === null ? null : (
          <div key={name} className="flex gap-3">
            <dt className="w-24 shrink-0 text-2">{name}</dt>
            <dd className="tabular-nums min-w-0 break-words">{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
