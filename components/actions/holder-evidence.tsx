import { useNow } from '@/components/app/live-provider';
import { useT } from '@/components/i18n/use-t';
import { EvidenceIcon, EvidenceText } from '@/components/lock-parts/evidence-text';
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

/** Everything that bears on whether the holder is gone. */
export function HolderEvidence({ preview }: { preview: Preview }) {
  const t = useT('actions');
  const nowMs = useNow(1_000, true);
  const lines = preview.evidence.filter(({ code }) => !ELSEWHERE.has(code));
  return (
    <div>
      <PartTitle>{t('part.evidence')}</PartTitle>
      <ul className="flex flex-col gap-1">
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
