import { freshnessOf } from '@/components/app/node-summary';
import { useTarget, withTarget } from '@/components/app/use-target';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Link } from '@/components/ui/link';
import { Panel } from '@/components/ui/panel';
import { EmptyState } from '@/components/ui/states';
import type { Overview } from '@/lib/contract/overview';
import { WorstTable } from './worst-table';

/** The locks that cost most: and what is said where there are none. */
export function WorstLocks({ overview, className }: { overview: Overview; className?: string }) {
  const t = useT('overview');
  const format = useFormat();
  const [target] = useTarget();
  const { worst, coverage } = overview;
  const covered = coverage.names >= 1 && coverage.contents >= 1;
  const blind = freshnessOf(overview.nodes, null).answering === 0;
  const share = { names: format.share(coverage.names), contents: format.share(coverage.contents) };
  return (
    <Panel
      title={t('worst.title')}
      hint={t('worst.hint')}
      right={
        <Link href={withTarget('/locks', target)} className="font-semibold text-info hover:underline">
          {t('worst.all')}
        </Link>
      }
      className={className}
    >
      {worst.length === 0 && blind ? (
        <EmptyState title={t('worst.unknown')}>{t('worst.unknownText')}</EmptyState>
      ) : worst.length === 0 ? (
        <EmptyState title={covered ? t('worst.empty') : t('worst.emptySoFar')}>
          {covered ? t('worst.emptyText') : t('worst.emptyNotCovered', share)}
        </EmptyState>
      ) : (
        <WorstTable worst={worst} />
      )}
    </Panel>
  );
}
