import { useNow } from '@/components/app/live-provider';
import { useTarget, withTarget } from '@/components/app/use-target';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { EvidenceText } from '@/components/lock-parts/evidence-text';
import { KnownByText } from '@/components/lock-parts/known-by';
import { Link } from '@/components/ui/link';
import type { OpenFinding } from '@/lib/contract/findings';
import { lockPath } from '@/lib/domain/keys/lock-id';
import { CureCommand } from '../finding-parts/cure-command';
import { isOfNode } from '../finding-parts/node-finding-icons';
import { type OpenSilence, SilenceButton } from './silence-button';

/** One lock (or node) a rule is true of, with the evidence and how it is known. */
export function FindingRow({ finding, onSilence }: { finding: OpenFinding; onSilence: OpenSilence }) {
  const t = useT('findings');
  const format = useFormat();
  const nowMs = useNow();
  const [chosen] = useTarget();
  const { id, key, node, target, evidence, command, sinceMs } = finding;
  const name = key ?? (isOfNode(finding.code) ? node : null);
  const path = id === null ? '/nodes' : lockPath(id);
  return (
    <tr className="border-line border-b align-top last:border-b-0 hover:bg-hover max-sm:flex max-sm:flex-col max-sm:px-3 max-sm:py-2 sm:[&>td]:px-3 sm:[&>td]:py-2">
      <td className="min-w-0">
        <Link href={withTarget(path, chosen)} className="block min-w-0 hover:underline">
          {name === null ? (
            <span className="font-semibold">{t('nodeWide', { target })}</span>
          ) : (
            <bdi dir="ltr" title={name} className="mono block truncate font-semibold">
              {name}
            </bdi>
          )}
        </Link>
        {name === null ? null : <span className="text-3 text-xs">{target}</span>}
      </td>
      <td>
        {evidence.length === 0 ? (
          <span className="text-3">–</span>
        ) : (
          <ul className="flex flex-col gap-1">
            {evidence.map((line, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: one code may stand several times, in a fixed order
              <li key={i} className="flex flex-wrap items-baseline gap-x-3">
                <span className="min-w-0 flex-1">
                  <EvidenceText evidence={line} />
                </span>
                {line.known ? <KnownByText known={line.known} nowMs={nowMs} /> : null}
              </li>
            ))}
          </ul>
        )}
        {command === null ? null : <CureCommand command={command} />}
      </td>
      <td className="text-2 sm:text-end" title={format.moment(sinceMs)}>
        <span className="text-3 sm:hidden">{t('since')} </span>
        {format.clock(sinceMs)}
        <span className="text-3"> · {format.duration(nowMs - sinceMs)}</span>
      </td>
      <td className="max-sm:-ms-2 sm:text-end sm:[&>button]:-mt-1">
        <SilenceButton
          name={name ?? target}
          target={target}
          onClick={() => onSilence({ code: finding.code, targets: [target], finding })}
        />
      </td>
    </tr>
  );
}
