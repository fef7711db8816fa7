import { BellOff, CircleX, TriangleAlert, Unplug, Users } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { Readings } from '@/components/app/readings';
import { useTarget, withTarget } from '@/components/app/use-target';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Badge } from '@/components/ui/badge';
import { Link } from '@/components/ui/link';
import type { Overview } from '@/lib/contract/overview';
import { type Blame, overviewHeadlineOf } from './headline';

/** One sentence on how things stand, why, and the open verdicts. The heading of the page, and of what it stands in. */
export function OverviewHeadline({ overview, titleId }: { overview: Overview; titleId: string }) {
  const t = useT('overview');
  const headline = overviewHeadlineOf(overview);
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1.5 px-4 py-2.5">
      <h1 id={titleId} className="font-title text-xl">
        {t(`headline.${headline.code}`, { count: headline.count })}
      </h1>
      <p className="min-w-0 flex-1 basis-80 text-2">
        {headline.code === 'unknown' ? (
          t('headline.nobody')
        ) : headline.code === 'silent' ? (
          t('headline.silentText')
        ) : headline.blames.length > 0 ? (
          <Blames blames={headline.blames} />
        ) : (
          <Covered overview={overview} all={headline.code === 'calm'} />
        )}
        <Readings />
        {headline.silent > 0 && headline.code === 'urgent'
          ? `; ${t('headline.andSilent', { count: headline.silent })}`
          : null}
      </p>
      <Chips overview={overview} />
    </div>
  );
}

function Blames({ blames }: { blames: Blame[] }): ReactNode {
  const t = useT('overview');
  const isolate = (key: ReactNode) => (
    <bdi dir="ltr" className="font-medium text-1">
      {key}
    </bdi>
  );
  return blames.map(({ code, key, values }, i) => (
    <Fragment key={`${key} ${code}`}>
      {i > 0 ? '; ' : null}
      {t.rich(`headline.explain.${code}`, { ...values, key, k: isolate })}
    </Fragment>
  ));
}

/** `all` = everything was looked at: what was not found is not there. */
function Covered({ overview, all }: { overview: Overview; all: boolean }) {
  const t = useT('overview');
  const format = useFormat();
  const { counts, nodes, coverage } = overview;
  return t(counts.held === 0 && !all ? 'headline.coveredSoFar' : 'headline.covered', {
    held: counts.held,
    nodes: nodes.length,
    names: format.share(coverage.names),
    contents: format.share(coverage.contents),
  });
}

/** What is silenced is counted in a chip of its own. */
function Chips({ overview }: { overview: Overview }) {
  const t = useT('overview');
  const format = useFormat();
  const silences = useT('silences');
  const [target] = useTarget();
  const { silenced } = overview;
  const counts = {
    ...overview.counts,
    lost: Math.max(0, overview.counts.lost - silenced.lost),
    atRisk: Math.max(0, overview.counts.atRisk - silenced.atRisk),
    gone: Math.max(0, overview.counts.gone - silenced.gone),
  };
  return (
    <div className="num flex gap-2">
      {counts.lost > 0 ? (
        <Badge tone="lost" icon={<CircleX size={14} aria-hidden />}>
          {t('chips.lost', { count: format.count(counts.lost) })}
        </Badge>
      ) : null}
      {counts.atRisk > 0 ? (
        <Badge tone="risk" icon={<TriangleAlert size={14} aria-hidden />}>
          {t('chips.atRisk', { count: format.count(counts.atRisk) })}
        </Badge>
      ) : null}
      {counts.gone > 0 ? (
        <Badge tone="risk" icon={<Unplug size={14} aria-hidden />}>
          {t('chips.gone', { count: counts.gone, n: format.count(counts.gone) })}
        </Badge>
      ) : null}
      {counts.contended > 0 ? (
        <Badge tone="contended" icon={<Users size={14} aria-hidden />}>
          {t('chips.contended', { count: format.count(counts.contended) })}
        </Badge>
      ) : null}
      {silenced.findings > 0 ? (
        <Link href={withTarget('/findings', target)} className="hover:underline">
          <Badge tone="free" icon={<BellOff size={14} aria-hidden />}>
            {silences('countHint', { count: format.count(silenced.findings) })}
          </Badge>
        </Link>
      ) : null}
    </div>
  );
}
