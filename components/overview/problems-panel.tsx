import { ArrowRight } from 'lucide-react';
import { useId } from 'react';
import { useNow } from '@/components/app/live-provider';
import { useTarget, withTarget } from '@/components/app/use-target';
import { FindingIcon } from '@/components/finding-parts/finding-text';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { EvidenceText } from '@/components/lock-parts/evidence-text';
import { KnownByText } from '@/components/lock-parts/known-by';
import { cx } from '@/components/ui/cx';
import { Link } from '@/components/ui/link';
import type { OpenFinding } from '@/lib/contract/findings';
import type { Overview } from '@/lib/contract/overview';
import { lockPath } from '@/lib/domain/keys/lock-id';
import { shortened } from '../lock-parts/shortened';
import { OverviewHeadline } from './overview-headline';

/** The rest is behind the link to all of them: the worst locks below stay in sight. */
const SHOWN = 6;
/** From this age on a problem is so many days or hours old; before, it has been there since a time of the day. */
const OLD_MS = 12 * 3_600_000;

/** What needs a person, the most urgent first, each with since when, how it is known and where it is dealt with. */
export function ProblemsPanel({ overview }: { overview: Overview }) {
  const t = useT('overview');
  const format = useFormat();
  const titleId = useId();
  const [target] = useTarget();
  const { findings, coverage, tally } = overview;
  const worst = findings[0]?.severity;
  const covered = coverage.names >= 1 && coverage.contents >= 1;
  const share = { names: format.share(coverage.names), contents: format.share(coverage.contents) };
  return (
    <section
      aria-labelledby={titleId}
      className={cx(
        'panel min-w-0 border-s-[3px]',
        worst === 'lost'
          ? 'border-s-lost-mark'
          : worst === 'at-risk'
            ? 'border-s-risk-mark'
            : 'border-s-line-strong',
      )}
    >
      <OverviewHeadline overview={overview} titleId={titleId} />
      {findings.length === 0 ? (
        <p className="border-line border-t px-4 py-2 text-2 text-sm">
          {covered ? t('findings.emptyText') : t('findings.emptyNotCovered', share)}
        </p>
      ) : (
        <ul>
          {findings.slice(0, SHOWN).map((finding) => (
            <Problem
              key={`${finding.target} ${finding.code}`}
              finding={finding}
              ofMany={overview.nodes.length > 1}
            />
          ))}
        </ul>
      )}
      <p className="flex border-line border-t px-4 py-1.5 text-sm">
        <Link
          href={withTarget('/findings', target)}
          className="inline-flex items-center gap-1 font-semibold text-info hover:underline"
        >
          {t('findings.title')} {t('findings.hint', { count: tally.findings.all })}
          <ArrowRight size={14} aria-hidden />
        </Link>
      </p>
    </section>
  );
}

function Problem({ finding, ofMany }: { finding: OpenFinding; ofMany: boolean }) {
  const t = useT('findings');
  const words = useT('overview');
  const format = useFormat();
  const nowMs = useNow();
  const [target] = useTarget();
  const { code, severity, evidence, count, id, key, node, sinceMs } = finding;
  const name = key ?? (code === 'node-silent' ? null : node);
  const single = count === 1 && id !== null;
  const known = evidence[0]?.known ?? { by: 'inferred' as const, atMs: sinceMs };
  const title = t(`code.${code}.many`, { count, target: finding.target });
  const href = single
    ? withTarget(lockPath(id), target)
    : withTarget(code === 'node-silent' ? '/nodes' : '/findings', target);
  return (
    <li className="flex items-baseline gap-x-2.5 gap-y-0.5 border-line border-t px-4 py-1.5 hover:bg-hover max-md:flex-wrap">
      <span className="relative top-[3px]">
        <FindingIcon code={code} severity={severity} />
      </span>
      <span className="shrink-0 font-semibold max-md:min-w-0 max-md:flex-1">{title}</span>
      <span className="min-w-0 flex-1 text-2 text-sm max-md:order-last max-md:basis-full md:truncate">
        {ofMany && name ? <span className="text-3">{finding.target} · </span> : null}
        {name ? (
          <bdi dir="ltr" title={name} className="mono">
            {shortened(name, 40)}
          </bdi>
        ) : null}
        {evidence[0] ? (
          <>
            {name ? ' · ' : null}
            <EvidenceText evidence={evidence[0]} />
          </>
        ) : null}
      </span>
      <time
        dateTime={new Date(sinceMs).toISOString()}
        title={format.moment(sinceMs)}
        className="num shrink-0 text-3 text-sm max-md:order-last"
      >
        {nowMs - sinceMs < OLD_MS
          ? words('problems.since', { time: format.clock(sinceMs, true) })
          : words('problems.for', { age: format.duration(nowMs - sinceMs) })}
      </time>
      <KnownByText
        known={known}
        nowMs={nowMs}
        className="w-24 shrink-0 justify-end max-md:order-last max-md:ms-auto"
      />
      <Link
        href={href}
        aria-label={words('problems.openOf', { title })}
        className="shrink-0 font-semibold text-info text-sm hover:underline"
      >
        {words('problems.open')}
      </Link>
    </li>
  );
}
