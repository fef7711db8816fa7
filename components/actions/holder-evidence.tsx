import { useNow } from '@/components/app/live-provider';
import { useT } from '@/components/i18n/use-t';
import { EvidenceIcon, EvidenceText } from '@/components/lock-parts/evidence-text';
import { type Life, lifeOf } from '@/components/lock-parts/holder-life';
import { KnownByText } from '@/components/lock-parts/known-by';
import type { Preview } from '@/lib/contract/actions';
import type { EvidenceCode } from '@/lib/contract/codes';
import { PartTitle } from './facts';

/** Said elsewhere in the dialog. */
const ELSEWHERE: ReadonlySet<EvidenceCode> = new Set<EvidenceCode>([
  'waiters',
  'no-waiters',
  'waiters-unknown',
  'holder-known',
]);

/** Whether the holder is gone, as far as anything tells, and what tells it. */
export function HolderEvidence({ preview }: { preview: Preview }) {
  const t = useT('actions');
  const nowMs = useNow(1_000, true);
  const lines = preview.evidence.filter(({ code }) => !ELSEWHERE.has(code));
  return (
    <div>
      <PartTitle>{t(`gone.${goneOf(preview)}`)}</PartTitle>
      <ul className="flex flex-col gap-1.5">
        {lines.map((line) => (
          <li key={line.code} className="flex items-start gap-2">
            <span className="mt-[3px]">
              <EvidenceIcon evidence={line} />
            </span>
            <span className="min-w-0 flex-1">
              <EvidenceText evidence={line} />
            </span>
            {line.known ? (
              <KnownByText known={line.known} nowMs={nowMs} form="moment" className="mt-0.5 shrink-0" />
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * `stuck` = lives and does not renew; `stopped` = it stopped renewing, and no more is known; `over` = its own lease ended.
 */
function goneOf({ lock, holder }: Preview): Life | 'stuck' | 'stopped' | 'over' {
  const life = lifeOf(holder);
  const isAlone = lock.holders.length === 1;
  if (life === 'unknown' && !isAlone && holder.ttlMs === 0) return 'over';
  const isLate = isAlone && lock.reason.code === 'renewal-late';
  if (life === 'beating' && isLate) return 'stuck';
  return life === 'unknown' && isLate ? 'stopped' : life;
}
