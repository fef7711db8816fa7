import { useNow } from '@/components/app/live-provider';
import { useTarget, withTarget } from '@/components/app/use-target';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { AgeText } from '@/components/lock-parts/age-text';
import { HolderText } from '@/components/lock-parts/holder-text';
import { KeyText } from '@/components/lock-parts/key-text';
import { KnownByText } from '@/components/lock-parts/known-by';
import { LeaseBar } from '@/components/lock-parts/lease-bar';
import { reasonAt } from '@/components/lock-parts/reason-at';
import { VerdictBadge } from '@/components/lock-parts/verdict-badge';
import { WaitersCell } from '@/components/lock-parts/waiters-cell';
import type { Overview } from '@/lib/contract/overview';
import { lockPath } from '@/lib/domain/keys/lock-id';
import { Sparkline } from './sparkline';

type Worst = Overview['worst'][number];

const COLUMNS = [
  ['verdict', 'w-[204px]'],
  ['key', ''],
  ['holder', 'w-[124px]'],
  ['harm', 'w-[72px] text-end'],
  ['waiting', 'w-[84px]'],
  ['waiters', 'w-[60px] text-end'],
  ['age', 'w-[92px] text-end'],
  ['lease', 'w-[160px]'],
  ['known', 'w-[72px] text-end'],
] as const;

export function WorstTable({ worst }: { worst: readonly Worst[] }) {
  const t = useT('overview');
  return (
    <div className="scroll-thin overflow-x-auto max-sm:hidden">
      <table className="num w-full min-w-[1000px] table-fixed">
        <caption className="sr-only">{t('worst.caption')}</caption>
        <thead className="text-3 text-xs">
          <tr className="h-8 border-line border-b">
            {COLUMNS.map(([name, style]) => (
              <th key={name} scope="col" className={`px-2 first:ps-4 last:pe-4 ${style}`}>
                {t(`worst.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {worst.map((row) => (
            <Row key={row.lock.id} {...row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ lock, waiting }: Worst) {
  const format = useFormat();
  const common = useT('common');
  const nowMs = useNow();
  const [target] = useTarget();
  return (
    <tr className="h-row border-line border-b last:border-b-0 hover:bg-hover [&>td]:overflow-hidden [&>td]:px-2 [&>td]:first:ps-4 [&>td]:last:pe-4">
      <td>
        <VerdictBadge state={lock.state} reason={reasonAt(lock, nowMs)} />
      </td>
      <td>
        <KeyText lock={lock} href={withTarget(lockPath(lock.id), target)} />
      </td>
      <td className="text-2">
        <HolderText lock={lock} compact />
      </td>
      <td className="text-end font-semibold">
        {lock.waiterSeconds === null ? (
          <span className="font-normal text-3">{common('unknown')}</span>
        ) : (
          format.seconds(lock.waiterSeconds)
        )}
      </td>
      <td>
        <Sparkline values={waiting} state={lock.state} />
      </td>
      <td className="text-end">
        <WaitersCell count={lock.waiters.count} ghosts={lock.ghosts} />
      </td>
      <td className="text-end">
        <AgeText lock={lock} nowMs={nowMs} />
      </td>
      <td>
        <LeaseBar lock={lock} nowMs={nowMs} />
      </td>
      <td className="text-end">
        <KnownByText known={lock.confirmed} nowMs={nowMs} short />
      </td>
    </tr>
  );
}
