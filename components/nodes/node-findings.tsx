import { CircleCheck, CircleDashed } from 'lucide-react';
import { useTarget, withTarget } from '@/components/app/use-target';
import { CureCommand } from '@/components/finding-parts/cure-command';
import { FindingIcon, useFindingTitle } from '@/components/finding-parts/finding-text';
import { useT } from '@/components/i18n/use-t';
import { EvidenceText } from '@/components/lock-parts/evidence-text';
import { Link } from '@/components/ui/link';
import type { NodeFinding, NodeStatus } from '@/lib/contract/nodes';

/** What was found about one node, with what cures it, and what cannot be known of it. */
export function NodeFindings({ node }: { node: NodeStatus }) {
  const t = useT('nodes');
  const { findings, health, state } = node;
  return (
    <ul className="flex flex-col gap-2">
      {findings.map((finding) => (
        <Found key={finding.code} finding={finding} node={node} />
      ))}
      {health?.unread.map(({ part, why }) => (
        <li key={part} className="flex gap-2 text-2 text-sm">
          <CircleDashed size={14} aria-hidden className="mt-0.5 shrink-0 text-3" />
          {t(`safety.unread.${part}`, { why })}
        </li>
      ))}
      {findings.length === 0 && health && state === 'live' && health.unread.length === 0 ? (
        <li className="flex items-center gap-2 text-3 text-sm">
          <CircleCheck size={14} aria-hidden className="shrink-0" />
          {t('safety.fine')}
        </li>
      ) : null}
      {state === 'live' ? null : (
        <li className="flex items-center gap-2 text-3 text-sm">
          <CircleDashed size={14} aria-hidden className="shrink-0" />
          {t('safety.silent')}
        </li>
      )}
    </ul>
  );
}

function Found({ finding, node: { target, node } }: { finding: NodeFinding; node: NodeStatus }) {
  const title = useFindingTitle();
  const [chosen] = useTarget();
  const { code, severity, evidence, command } = finding;
  const open = { ...finding, id: null, target, node, key: null, count: 1 };
  return (
    <li className="flex min-w-0 gap-2">
      <FindingIcon code={code} severity={severity} />
      <div className="min-w-0 flex-1 text-sm">
        <Link href={withTarget('/findings', chosen)} className="font-semibold hover:underline">
          {title(open)}
        </Link>
        {evidence.map((line, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one code may stand several times, in a fixed order
          <p key={i} className="text-2">
            <EvidenceText evidence={line} />
          </p>
        ))}
        {command === null ? null : <CureCommand command={command} />}
      </div>
    </li>
  );
}
