'use client';

import { FindingIcon } from '@/components/finding-parts/finding-text';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { UnknownRing } from '@/components/lock-parts/waiters-cell';
import { Panel } from '@/components/ui/panel';
import type { Severity } from '@/lib/contract/codes';
import type { FindingCode } from '@/lib/contract/finding-codes';
import type { PastLock } from '@/lib/contract/history/past';
import { KnownHistory } from '../../past-parts/known-history';

type Props = { lock: PastLock; atMs: number; watched: boolean };

/** What was found to be wrong with the lock then. */
export function PastFindings({ lock, atMs, watched }: Props) {
  const t = useT('rewind');
  const findings = useT('findings');
  const format = useFormat();
  return (
    <Panel title={t('findings.title')} right={<KnownHistory />}>
      {lock.findings.length === 0 ? (
        <p className="flex items-center gap-2 px-3 py-3 text-2">
          {watched ? null : <UnknownRing label={t('unknown')} />}
          {t(watched ? 'findings.none' : 'findings.unknown')}
        </p>
      ) : (
        <ul className="py-1">
          {lock.findings.map(({ code, severity, sinceMs }) => (
            <li key={code} className="flex min-h-7 items-center gap-2.5 px-3">
              <FindingIcon code={code as FindingCode} severity={severity as Severity} />
              <span className="min-w-0 flex-1">
                {findings.has(`code.${code}`)
                  ? findings(`code.${code as 'no-ttl'}.one`, {
                      key: lock.key,
                      target: lock.target,
                      node: lock.target,
                    })
                  : code}
              </span>
              <span title={format.moment(sinceMs)} className="num shrink-0 text-3 text-sm">
                {t('findings.for', { duration: format.duration(Math.max(0, atMs - sinceMs)) })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
