'use client';

import { Columns3, Rows2, Rows3 } from 'lucide-react';
import type { ReactNode } from 'react';
import { DataAge, useDataAge } from '@/components/app/data-age';
import { HeldChanges } from '@/components/app/held-changes';
import { Readings } from '@/components/app/readings';
import { isBlind, useFreshness } from '@/components/app/use-freshness';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { PossibleLink } from '@/components/list-parts/possible-link';
import { Button } from '@/components/ui/button';
import { Menu, MenuCheck } from '@/components/ui/menu';
import { Segmented } from '@/components/ui/segmented';
import { useStored } from '@/components/ui/use-stored';
import type { LockList } from '@/lib/contract/locks';
import type { Coverage } from '@/lib/contract/nodes';
import { COLUMN_IDS } from './columns';
import { useFilterProblem } from './filter-problem';
import { useHiddenColumns } from './use-hidden-columns';
import { ViewSwitch } from './view-switch';
import { ViewsMenu } from './views/views-menu';

export type Counts = Pick<LockList, 'matched' | 'total' | 'coverage'> & { loaded: number; filtered: boolean };

type Props = {
  /** How many of how many, as far as we have looked; null = not known yet. */
  summary: ReactNode;
  /** Changes that wait until the order is applied. */
  held?: number;
  onApply?(): void;
};

/** What the list shows, and its switches. */
export function ListHeading({ summary, held = 0, onApply = () => {} }: Props) {
  const t = useT('locks');
  const problem = useFilterProblem();
  return (
    <HeadingLine title={t('title')} summary={problem ? null : summary}>
      <span className="flex justify-end max-lg:flex-1 lg:w-36">
        <PossibleLink />
      </span>
      <div className="flex items-center gap-3">
        {held > 0 ? <HeldChanges held={held} onApply={onApply} /> : null}
        <ViewsMenu />
        <ViewSwitch />
        <div className="flex items-center gap-3 max-sm:hidden">
          <DensitySwitch />
          <ColumnMenu />
        </div>
      </div>
    </HeadingLine>
  );
}

type LineProps = { title: string; summary: ReactNode; children?: ReactNode };

/** The heading over rows. The room of the summary is kept, so that nothing moves when it comes. */
export function HeadingLine({ title, summary, children }: LineProps) {
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
      <h1 className="font-title text-xl">{title}</h1>
      <div className="min-w-0 max-lg:order-last max-lg:min-h-4 max-lg:w-full max-sm:min-h-8 lg:flex-1">
        {summary}
      </div>
      {children}
    </div>
  );
}

/** How many locks of how many. */
export function LocksSummary({ counts }: { counts: Counts }) {
  const t = useT('locks');
  const format = useFormat();
  const { loaded, matched, total, coverage, filtered } = counts;
  const figures = {
    loaded: format.count(loaded),
    matched: format.count(matched),
    total: format.count(total),
  };
  const text = t(filtered && loaded < matched ? 'summary.matching' : 'summary.showing', figures);
  return <Summary text={text} count={total} coverage={coverage} />;
}

/** In place of the figures while the rows are still those of the filter before. */
export function Refiltering() {
  const t = useT('locks');
  return <p className="text-3 text-sm">{t('summary.refiltering')}</p>;
}

/** `count` = of all that is listed, without a filter. */
type SummaryProps = { text: string; count: number; coverage: Coverage };

/** What is shown, how much was looked at for it, and how old its oldest reading is. */
export function Summary({ text, count, coverage }: SummaryProps) {
  const t = useT('locks');
  const format = useFormat();
  const age = useDataAge();
  const blind = isBlind(useFreshness());
  // Of nothing that was ever read there is no number, not even 0.
  if (blind && count === 0) return <p className="text-3 text-sm">{age}</p>;
  return (
    <p className="tabular-nums text-3 text-sm">
      {text}
      {' · '}
      {t('summary.coverage', {
        names: format.share(coverage.names),
        contents: format.share(coverage.contents),
      })}
      <DataAge />
      <Readings />
    </p>
  );
}

function DensitySwitch() {
  const t = useT('locks');
  const [density, setDensity] = useStored('lockscope-density', 'comfortable');
  return (
    <Segmented
      label={t('density.label')}
      value={density === 'compact' ? 'compact' : 'comfortable'}
      onChange={setDensity}
      options={[
        { value: 'comfortable', label: <Rows2 size={14} aria-hidden />, name: t('density.comfortable') },
        { value: 'compact', label: <Rows3 size={14} aria-hidden />, name: t('density.compact') },
      ]}
    />
  );
}

function ColumnMenu() {
  const t = useT('locks');
  const { visibility, setShown } = useHiddenColumns();
  return (
    <Menu
      align="end"
      trigger={
        <Button size="sm" icon={<Columns3 size={14} aria-hidden />}>
          {t('columns')}
        </Button>
      }
    >
      {COLUMN_IDS.filter((id) => id !== 'verdict' && id !== 'key').map((id) => (
        <MenuCheck key={id} checked={visibility[id] ?? true} onChange={(shown) => setShown(id, shown)}>
          {t(`column.${id}`)}
        </MenuCheck>
      ))}
    </Menu>
  );
}
