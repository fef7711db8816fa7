import {
  BellOff,
  BellRing,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleHelp,
  CircleSlash,
  CircleX,
  type LucideIcon,
} from 'lucide-react';
import { useTarget, withTarget } from '@/components/app/use-target';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Badge, type Tone } from '@/components/ui/badge';
import { Link } from '@/components/ui/link';
import { ScrollRegion } from '@/components/ui/scroll-region';
import type { ActionResult } from '@/lib/contract/actions';
import type { AuditEntry } from '@/lib/contract/audit';
import { isOfHold, leftOf } from '@/lib/domain/actions/hold-choice';
import { lockPath } from '@/lib/domain/keys/lock-id';

const OUTCOMES = {
  attempted: { tone: 'unknown', icon: CircleDashed },
  released: { tone: 'verified', icon: CircleCheck },
  'partly-released': { tone: 'contended', icon: CircleDot },
  extended: { tone: 'verified', icon: CircleCheck },
  silenced: { tone: 'neutral', icon: BellOff },
  ended: { tone: 'neutral', icon: BellRing },
  sampled: { tone: 'verified', icon: CircleCheck },
  noted: { tone: 'neutral', icon: CircleCheck },
  decided: { tone: 'neutral', icon: CircleCheck },
  refused: { tone: 'contended', icon: CircleSlash },
  failed: { tone: 'lost', icon: CircleX },
  unknown: { tone: 'contended', icon: CircleHelp },
} satisfies Record<AuditEntry['outcome'], { tone: Tone; icon: LucideIcon }>;

const COLUMNS = ['id', 'time', 'actor', 'action', 'key', 'target', 'holder', 'reason', 'outcome'] as const;

export function AuditEntriesTable({ entries }: { entries: readonly AuditEntry[] }) {
  const t = useT('audit');
  return (
    <ScrollRegion label={t('title')} className="panel overflow-x-auto">
      <table className="w-full tabular-nums">
        <caption className="sr-only">{t('caption')}</caption>
        <thead className="text-3 text-xs max-sm:sr-only">
          <tr className="h-8 border-line border-b">
            {COLUMNS.map((column) => (
              <th
                key={column}
                scope="col"
                className={`whitespace-nowrap px-2 first:ps-4 last:pe-4 ${column === 'id' ? 'text-end' : ''}`}
              >
                {t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <Row key={entry.id} entry={entry} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Key({ text }: { text: string }) {
  return (
    <bdi dir="ltr" title={text} className="mono block truncate font-semibold">
      {text}
    </bdi>
  );
}

/** Which of the findings a silence is about that is not of one lock. */
function About({ entry }: { entry: AuditEntry }) {
  const t = useT('audit');
  return entry.key === '' ? <span className="text-2">{t('everyKey')}</span> : <Key text={entry.key} />;
}

function Row({ entry }: { entry: AuditEntry }) {
  const t = useT('audit');
  const format = useFormat();
  const [target] = useTarget();
  const { tone, icon: Icon } = OUTCOMES[entry.outcome];
  return (
    <tr
      id={`audit-${entry.id}`}
      className="border-line border-b last:border-b-0 hover:bg-hover max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-3 max-sm:px-3 max-sm:py-2 sm:h-row sm:[&>td]:px-2 sm:[&>td]:py-1.5 sm:[&>td]:first:ps-4 sm:[&>td]:last:pe-4"
    >
      <td className="text-end text-3">{format.count(entry.id)}</td>
      <td className="whitespace-nowrap">{format.moment(entry.atMs)}</td>
      <td>{entry.actor}</td>
      <td className="font-medium">{t(`actions.${entry.action}`)}</td>
      <td className="min-w-0 max-w-80">
        {entry.lockId === null ? (
          <About entry={entry} />
        ) : (
          <Link href={withTarget(lockPath(entry.lockId), target)} className="hover:underline">
            <Key text={entry.key} />
          </Link>
        )}
      </td>
      <td className="text-2">{entry.target}</td>
      <td className="max-w-48 truncate text-2">
        {entry.holder === null ? (
          <span className="text-3">{isOfNobody(entry) ? '–' : t('noHolder')}</span>
        ) : (
          <bdi dir="ltr">{entry.holder}</bdi>
        )}
      </td>
      <td className="whitespace-normal text-2 sm:min-w-48">
        {entry.reason === '' ? (
          <span className="text-3">{isOfNobody(entry) ? '–' : t('noReason')}</span>
        ) : (
          entry.reason
        )}
      </td>
      <td>
        <Badge tone={tone} icon={<Icon size={14} aria-hidden />}>
          {t(`outcomes.${entry.outcome}`)}
        </Badge>
        <Settled entry={entry} />
        <KeptKeys entry={entry} />
      </td>
    </tr>
  );
}

const SETTLED = ['still-held', 'not-extended', 'gone', 'another'] as const;

/** What a later look at the lock found, of an act whose reply was lost. */
function Settled({ entry: { details, outcome } }: { entry: AuditEntry }) {
  const t = useT('audit');
  const format = useFormat();
  const { is, atMs } = (details.settled ?? {}) as { is?: string; atMs?: number };
  const found = SETTLED.find((each) => each === is);
  if (outcome === 'unknown' && !found) return <p className="text-3 text-xs">{t('settled.notYet')}</p>;
  if (!found || typeof atMs !== 'number') return null;
  return <p className="text-3 text-xs">{t(`settled.${found}`, { time: format.clock(atMs, true) })}</p>;
}

/** Of a hold over several keys those that still had its token when this one was freed. */
function KeptKeys({ entry: { details, outcome } }: { entry: AuditEntry }) {
  const t = useT('audit');
  if (outcome !== 'partly-released') return null;
  const { keys = [], kept = [] } = (details.hold ?? {}) as Partial<NonNullable<ActionResult['hold']>>;
  const left = [...keys.filter((key) => key.outcome !== 'released'), ...kept.filter(isOfHold)];
  return (
    <p className="wrap-anywhere max-w-64 whitespace-normal text-3 text-xs">
      {t(`left.${leftOf({ keys, kept })}`, { keys: left.map(({ key }) => key).join(', ') })}
    </p>
  );
}

function isOfNobody({ action }: AuditEntry): boolean {
  return action === 'silence' || action === 'end-silence' || action === 'annotate';
}
