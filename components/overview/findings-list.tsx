import { useNow } from '@/components/app/live-provider';
import { useTarget, withTarget } from '@/components/app/use-target';
import { FindingIcon } from '@/components/finding-parts/finding-text';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { EvidenceText } from '@/components/lock-parts/evidence-text';
import { KnownByText } from '@/components/lock-parts/known-by';
import { Link } from '@/components/ui/link';
import { EmptyState } from '@/components/ui/states';
import type { OpenFinding } from '@/lib/contract/findings';
import type { Overview } from '@/lib/contract/overview';
import { lockPath } from '@/lib/domain/keys/lock-id';
import { shortened } from '../lock-parts/shortened';

/** The rest is behind the link to all of them: the expiry horizon below stays in sight. */
const SHOWN = 5;

/** Open findings, one line for each rule, the gravest first. */
export function FindingsList({ overview }: { overview: Overview }) {
  const t = useT('overview');
  const format = useFormat();
  const { findings, coverage } = overview;
  if (findings.length === 0) {
    const covered = coverage.names >= 1 && coverage.contents >= 1;
    const share = { names: format.share(coverage.names), contents: format.share(coverage.contents) };
    return (
      <EmptyState title={covered ? t('findings.empty') : t('findings.emptySoFar')}>
        {covered ? t('findings.emptyText') : t('findings.emptyNotCovered', share)}
      </EmptyState>
    );
  }
  return (
    <ul>
      {findings.slice(0, SHOWN).map((finding) => (
        <Item
          key={`${finding.target} ${finding.code}`}
          finding={finding}
          ofMany={overview.nodes.length > 1}
        />
      ))}
    </ul>
  );
}

function Item({ finding, ofMany }: { finding: OpenFinding; ofMany: boolean }) {
  const t = useT('findings');
  const nowMs = useNow();
  const [target] = useTarget();
  const { code, severity, evidence, count, id, key, node } = finding;
  const name = key ?? (code === 'node-silent' ? null : node);
  const single = count === 1 && id !== null;
  const known = evidence[0]?.known ?? { by: 'inferred' as const, atMs: finding.sinceMs };
  const title = t(`code.${code}.many`, { count, target: finding.target });
  const href = single
    ? withTarget(lockPath(id), target)
    : withTarget(code === 'node-silent' ? '/nodes' : '/findings', target);
  return (
    <li className="flex gap-2 border-line border-b px-3 py-2 last:border-b-0 hover:bg-hover">
      <span className="pt-0.5">
        <FindingIcon code={code} severity={severity} />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-2">
          <Link href={href} className="min-w-0 flex-1 font-semibold hover:underline">
            {title}
          </Link>
          <KnownByText known={known} nowMs={nowMs} />
        </div>
        <div className="text-2 text-sm">
          {ofMany && name ? <span className="text-3">{finding.target} · </span> : null}
          {name ? (
            <bdi dir="ltr" title={name}>
              {shortened(name, 40)}
            </bdi>
          ) : null}
          {evidence[0] ? (
            <>
              {name ? ': ' : null}
              <EvidenceText evidence={evidence[0]} />
            </>
          ) : null}
        </div>
      </div>
    </li>
  );
}
