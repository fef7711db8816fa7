import { useNow } from '@/components/app/live-provider';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { KnownByText } from '@/components/lock-parts/known-by';
import { VerdictFrame } from '@/components/lock-parts/verdict-block';
import type { BulkReason } from '@/lib/contract/action-codes';
import { planned } from '@/lib/domain/actions/bulk';
import { type HolderStanding, holderStanding } from '@/lib/domain/holders/holder-standing';
import { lives } from '@/lib/domain/holders/judge-holder';
import type { BulkState } from './run-machine';

/** What shows that a holder lives which was not seen to before. */
const LIVES: ReadonlySet<BulkReason | null> = new Set<BulkReason | null>([
  'renewed',
  'renewed-or-retaken',
  're-entered',
  'came-back',
]);

/** Whether the holders of all these locks are gone, as the plan read them and as the run found them since. */
export function BulkVerdict({ state: { phase, plan, results } }: { state: BulkState }) {
  const t = useT('bulk');
  const format = useFormat();
  const nowMs = useNow();
  const items = planned(plan?.items ?? []);
  if (!plan || items.length === 0) return null;
  const alive = items.filter(({ holder }) => lives(holder?.verdict ?? null)).length;
  const found = [...results.values()].find(({ because }) => LIVES.has(because));
  // Of a holder that was known to live it says nothing new.
  if (found && alive === 0) {
    return (
      <VerdictFrame
        look="unknown"
        right={<KnownByText known={{ by: 'read', atMs: found.atMs }} nowMs={nowMs} form="moment" />}
      >
        {t('verdict.renewed')}
      </VerdictFrame>
    );
  }
  const having = (standing: HolderStanding) =>
    items.filter(({ holder }) => holderStanding(holder ?? { verdict: null }) === standing).length;
  const [unknown, quarantined] = [having('unknown'), having('quarantined')];
  const word = alive > 0 ? 'alive' : unknown > 0 ? 'unknown' : quarantined > 0 ? 'quarantined' : 'gone';
  const count = { alive, unknown, quarantined, gone: 0 }[word];
  const isAll = count === items.length;
  const look = word === 'alive' ? 'releasing' : word === 'quarantined' && !isAll ? 'gone' : word;
  // The locks may be gone from whoever lived when they were read.
  const isOver = phase.is === 'over' && alive > 0;
  return (
    <VerdictFrame
      look={look}
      right={<KnownByText known={{ by: 'read', atMs: plan.nowMs }} nowMs={nowMs} form="moment" />}
    >
      {t(
        isOver ? 'verdict.aliveOver' : word === 'gone' || !isAll ? `verdict.${word}` : `verdict.${word}All`,
        {
          count,
          n: format.count(count),
          of: format.count(items.length),
        },
      )}
    </VerdictFrame>
  );
}
