import { useNow } from '@/components/app/live-provider';
import { useTarget, withTarget } from '@/components/app/use-target';
import { useT } from '@/components/i18n/use-t';
import { AgeText } from '@/components/lock-parts/age-text';
import { HolderText } from '@/components/lock-parts/holder-text';
import { KeyText } from '@/components/lock-parts/key-text';
import { KnownByText } from '@/components/lock-parts/known-by';
import { LeaseBar } from '@/components/lock-parts/lease-bar';
import { reasonAt } from '@/components/lock-parts/reason-at';
import { VerdictBadge } from '@/components/lock-parts/verdict-badge';
import type { Overview } from '@/lib/contract/overview';
import { lockPath } from '@/lib/domain/keys/lock-id';
import { type Counted, countOf } from '@/lib/domain/values/counted';

/** The table as rows of three short lines, for narrow screens. */
export function WorstList({ worst }: { worst: Overview['worst'] }) {
  const nowMs = useNow();
  const [target] = useTarget();
  return (
    <ul className="sm:hidden">
      {worst.map(({ lock }) => (
        <li key={lock.id} className="num border-line border-b px-3 py-2 last:border-b-0">
          <div className="flex items-center gap-2">
            <span className="min-w-0 flex-1 overflow-hidden">
              <VerdictBadge state={lock.state} reason={reasonAt(lock, nowMs)} />
            </span>
            <LeaseBar lock={lock} nowMs={nowMs} className="w-[150px] shrink-0" />
          </div>
          <div className="py-0.5">
            <KeyText lock={lock} href={withTarget(lockPath(lock.id), target)} />
          </div>
          <div className="flex items-center gap-2 text-2 text-sm">
            <span className="min-w-0 truncate">
              <HolderText lock={lock} compact />
            </span>
            <span aria-hidden>·</span>
            <span className="shrink-0">
              <Waiting count={lock.waiters.count} />
            </span>
            <span aria-hidden>·</span>
            <AgeText lock={lock} nowMs={nowMs} />
            <span className="ms-auto shrink-0">
              <KnownByText known={lock.confirmed} nowMs={nowMs} short />
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Waiting({ count }: { count: Counted }) {
  const t = useT('overview');
  const read = countOf(count);
  return read.known ? t('worst.waitingCount', { count: read.count }) : t('worst.waitersUnknownShort');
}
