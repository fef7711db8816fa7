import { HolderText } from '@/components/lock-parts/holder-text';
import { VerdictBadge } from '@/components/lock-parts/verdict-badge';
import type { Lock } from '@/lib/contract/lock';

/** One match: state, key, who holds it, where. */
export function PaletteLock({ lock }: { lock: Lock }) {
  return (
    <>
      <span className="w-24 shrink-0">
        <VerdictBadge state={lock.state} />
      </span>
      <bdi dir="ltr" className="mono min-w-0 flex-1 truncate font-medium">
        {lock.key.text}
      </bdi>
      <span className="max-w-40 shrink-0 truncate text-2 text-sm max-sm:hidden">
        <HolderText lock={lock} compact />
      </span>
      <span className="shrink-0 text-3 text-xs">{lock.target}</span>
    </>
  );
}
