'use client';

import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Link } from '@/components/ui/link';
import { hasKeysLeft, leftOf } from '@/lib/domain/actions/hold-choice';
import type { Done } from './done';
import { HoldOutcomes } from './hold-outcomes';
import { NextHolder } from './next-holder';
import { NodeOutcomes } from './node-outcomes';
import { StillHeld } from './still-held';

/** What Redis said, per node; for a release, whom it woke and who acquired next. */
export function ResultView({ done }: { done: Done }) {
  const t = useT('actions');
  const format = useFormat();
  const { result, lock, isKept, action, leaseMs, after } = done;
  const isUnsure = after?.is === 'short';
  return (
    <div className="flex flex-col gap-3">
      <p>
        <bdi dir="ltr" className="mono break-all font-semibold">
          {lock.key.text}
        </bdi>
      </p>
      {result.hold ? (
        <HoldOutcomes result={result} hold={result.hold} />
      ) : (
        <NodeOutcomes result={result} after={after} />
      )}
      {action === 'release' ? (
        <>
          <p className="tabular-nums">
            {result.hold && hasKeysLeft(result.hold)
              ? t(`result.left.${leftOf(result.hold)}`)
              : isKept
                ? t('result.kept')
                : result.woken === null
                  ? t('result.wokenUnknown')
                  : t('result.woken', { count: result.woken })}
          </p>
          {lock.holders.length > 1 ? <StillHeld done={done} /> : null}
          {isKept || isUnsure ? null : <NextHolder done={done} />}
        </>
      ) : isUnsure ? null : action === 'quarantine' ? (
        <p className="tabular-nums">
          {t('result.quarantine', { time: format.clock(result.freedAtMs ?? 0) })}
        </p>
      ) : (
        <p className="tabular-nums">{t('result.lease', { lease: format.span(leaseMs ?? 0) })}</p>
      )}
      <p>
        <Link href={`/audit#audit-${result.auditId}`} className="num font-medium text-info hover:underline">
          {t('result.audit', { id: format.count(result.auditId) })}
        </Link>
      </p>
    </div>
  );
}
