import { useT } from '@/components/i18n/use-t';
import { HolderText } from '@/components/lock-parts/holder-text';
import { VerdictBadge } from '@/components/lock-parts/verdict-badge';
import type { LockMatch } from '@/lib/contract/codes';
import type { Lock } from '@/lib/contract/lock';

/** Matches that the eye finds in the line itself. */
const PLAIN: readonly LockMatch[] = ['key', 'key-start', 'key-part'];

/** One match: state, key, by what it matches, who holds it, where. */
export function PaletteLock({ lock, by }: { lock: Lock; by: LockMatch | null }) {
  const t = useT('shell');
  return (
    <>
      <span className="w-24 shrink-0">
        <VerdictBadge state={lock.state} />
      </span>
      <span className="min-w-0 flex-1">
        <bdi dir="ltr" className="mono block truncate font-medium">
          {lock.key.text}
        </bdi>
        {by === null || PLAIN.includes(by) ? null : (
          <span className="block truncate text-3 text-xs">{t(`search.by.${by}`)}</span>
        )}
      </span>
      <span className="max-w-40 shrink-0 truncate text-2 text-sm max-sm:hidden">
        <HolderText lock={lock} compact />
      </span>
      <span className="shrink-0 text-3 text-xs">{lock.target}</span>
    </>
  );
}
