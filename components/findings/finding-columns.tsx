import { useNow } from '@/components/app/live-provider';
import { useTarget, withTarget } from '@/components/app/use-target';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { EvidenceText } from '@/components/lock-parts/evidence-text';
import { KnownByText } from '@/components/lock-parts/known-by';
import type { TableColumn } from '@/components/ui/data-table/column';
import { Link } from '@/components/ui/link';
import type { OpenFinding } from '@/lib/contract/findings';
import { lockPath } from '@/lib/domain/keys/lock-id';
import { CureCommand } from '../finding-parts/cure-command';
import { isOfNode } from '../finding-parts/node-finding-icons';
import { type OpenSilence, SilenceButton } from './silence-button';

/** A lock (or node) a rule is true of, the evidence and how it is known, and since when. */
export function useFindingColumns(onSilence: OpenSilence): TableColumn<OpenFinding>[] {
  const t = useT('findings');
  const silences = useT('silences');
  const format = useFormat();
  const nowMs = useNow();
  return [
    {
      id: 'where',
      head: t('where'),
      width: '34%',
      cellClass: 'min-w-0',
      cell: (finding) => <Where finding={finding} />,
    },
    {
      id: 'evidence',
      head: t('evidence'),
      cell: ({ evidence, command }) => (
        <>
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
        </>
      ),
    },
    {
      id: 'since',
      head: t('since'),
      width: '11rem',
      className: 'sm:text-end',
      cellClass: 'text-2',
      title: ({ sinceMs }) => format.moment(sinceMs),
      cell: ({ sinceMs }) => (
        <>
          <span className="text-3 sm:hidden">{t('since')} </span>
          {format.clock(sinceMs)}
          <span className="text-3"> · {format.duration(nowMs - sinceMs)}</span>
        </>
      ),
    },
    {
      id: 'act',
      head: <span className="sr-only">{silences('open')}</span>,
      width: '7rem',
      cellClass: 'max-sm:-ms-2 sm:text-end sm:[&>button]:-mt-1',
      cell: (finding) => (
        <SilenceButton
          name={nameOf(finding) ?? finding.target}
          target={finding.target}
          onClick={() => onSilence({ code: finding.code, targets: [finding.target], finding })}
        />
      ),
    },
  ];
}

function nameOf({ key, node, code }: OpenFinding): string | null {
  return key ?? (isOfNode(code) ? node : null);
}

function Where({ finding }: { finding: OpenFinding }) {
  const t = useT('findings');
  const [chosen] = useTarget();
  const { id, target } = finding;
  const name = nameOf(finding);
  return (
    <>
      <Link
        href={withTarget(id === null ? '/nodes' : lockPath(id), chosen)}
        className="block min-w-0 hover:underline"
      >
        {name === null ? (
          <span className="font-semibold">{t('nodeWide', { target })}</span>
        ) : (
          <bdi dir="ltr" title={name} className="mono block truncate font-semibold">
            {name}
          </bdi>
        )}
      </Link>
      {name === null ? null : <span className="text-3 text-xs">{target}</span>}
    </>
  );
}
