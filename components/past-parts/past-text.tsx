'use client';

import { useTarget, withTarget } from '@/components/app/use-target';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { UnknownRing } from '@/components/lock-parts/waiters-cell';
import { cx } from '@/components/ui/cx';
import { Link } from '@/components/ui/link';
import type { OwnershipSpan, PastLock } from '@/lib/contract/history/past';
import { shortToken } from '@/lib/domain/holders/short-token';
import { type Counted, countOf } from '@/lib/domain/values/counted';

/** Who had it, in one line; a ring where that was not kept. */
export function PastHolders({ lock: { spans, state } }: { lock: Pick<PastLock, 'spans' | 'state'> }) {
  const t = useT('rewind');
  const parts = useT('parts');
  const format = useFormat();
  const [span] = spans;
  if (!span)
    return state === 'unknown' ? (
      <UnknownRing label={t('unknown')} />
    ) : (
      <span className="text-3">{parts('holder.none')}</span>
    );
  if (spans.length > 1)
    return parts('holder.several', { count: spans.length, n: format.count(spans.length) });
  return <PastHolder span={span} />;
}

/** One who had it: its name as the way to its page, and its short token. */
export function PastHolder({ span, className }: { span: OwnershipSpan; className?: string }) {
  const parts = useT('parts');
  const [target] = useTarget();
  const { holder, holderRef, token } = span;
  const isToken = holder === null || holder === token;
  const name = holder ?? parts('holder.unnamed');
  const text = (
    <span className={cx('truncate', holder === null && 'text-3')}>{isToken ? shortToken(name) : name}</span>
  );
  return (
    <span className={cx('flex min-w-0 items-baseline gap-2', className)}>
      {holderRef === null ? (
        text
      ) : (
        <Link
          href={withTarget(`/holders/${encodeURIComponent(holderRef)}`, target)}
          title={name}
          className="inline-flex min-h-6 min-w-0 items-center rounded-sm hover:underline"
        >
          {text}
        </Link>
      )}
      {isToken && holder !== null ? null : (
        <bdi dir="ltr" title={token} className="mono shrink-0 text-3 text-xs">
          {shortToken(token)}
        </bdi>
      )}
    </span>
  );
}

/** How many waited; a ring where that was not kept. */
export function PastWaiters({ count: counted }: { count: Counted }) {
  const t = useT('rewind');
  const format = useFormat();
  const waiting = countOf(counted);
  if (!waiting.known) return <UnknownRing label={t('waitersUnknown')} />;
  const { count } = waiting;
  return <span className={count === 0 ? 'num text-3' : 'num font-semibold'}>{format.count(count)}</span>;
}

/** How long it had been held, `≥` where it was held before anybody looked. */
export function PastAge({ lock: { spans, ageMs, state } }: { lock: PastLock }) {
  const t = useT('rewind');
  const parts = useT('parts');
  const format = useFormat();
  if (ageMs === null)
    return state === 'unknown' ? (
      <UnknownRing label={t('unknown')} />
    ) : (
      <span className="text-3">{parts('age.none')}</span>
    );
  const first = spans.reduce<OwnershipSpan | null>((a, b) => (a && a.fromMs <= b.fromMs ? a : b), null);
  const age = format.duration(ageMs);
  return (
    <span title={first ? format.moment(first.fromMs) : undefined} className="num">
      {first?.fromKnown === 'at-least'
        ? parts('age.atLeast', { age })
        : first?.fromKnown === 'at-most'
          ? parts('age.atMost', { age })
          : age}
    </span>
  );
}

/** What lease it had; what was left of it then was not kept. */
export function PastLease({ lock: { spans, leaseMs } }: { lock: Pick<PastLock, 'spans' | 'leaseMs'> }) {
  const t = useT('rewind');
  const common = useT('common');
  const format = useFormat();
  if (spans.some(({ noTtl }) => noTtl)) return <span className="text-risk">{common('never')}</span>;
  if (spans.length === 0) return <span className="text-3">–</span>;
  if (leaseMs === null) return <UnknownRing label={t('leaseUnknown')} />;
  return <span className="num">{t('leaseOf', { lease: format.span(leaseMs) })}</span>;
}
