import {
  BellOff,
  BellRing,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleHelp,
  CircleSlash,
  CircleX,
  Hourglass,
  LogIn,
  LogOut,
  type LucideIcon,
  Undo2,
  UserRoundCheck,
  UserRoundX,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { TicketText } from '@/components/app/ticket';
import { useTarget, withTarget } from '@/components/app/use-target';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Badge, type Tone } from '@/components/ui/badge';
import { EDGE_STACKED } from '@/components/ui/data-table/column';
import { DataTable } from '@/components/ui/data-table/data-table';
import { Link } from '@/components/ui/link';
import type { ActionResult } from '@/lib/contract/actions';
import type { AuditEntry, ChainedEntry } from '@/lib/contract/audit';
import { ticketOf } from '@/lib/domain/actions/ticket';
import { lockPath } from '@/lib/domain/keys/lock-id';
import { EntryRow, EntryToggle } from './audit-entry';
import { KeysLeft } from './keys-left';

/** Of the table. */
const COLUMNS = 10;

const OUTCOMES = {
  attempted: { tone: 'unknown', icon: CircleDashed },
  waiting: { tone: 'info', icon: Hourglass },
  approved: { tone: 'verified', icon: UserRoundCheck },
  declined: { tone: 'contended', icon: UserRoundX },
  withdrawn: { tone: 'neutral', icon: Undo2 },
  expired: { tone: 'neutral', icon: Hourglass },
  released: { tone: 'verified', icon: CircleCheck },
  'partly-released': { tone: 'contended', icon: CircleDot },
  extended: { tone: 'verified', icon: CircleCheck },
  'partly-extended': { tone: 'contended', icon: CircleDot },
  quarantined: { tone: 'verified', icon: CircleCheck },
  'partly-quarantined': { tone: 'contended', icon: CircleDot },
  silenced: { tone: 'neutral', icon: BellOff },
  ended: { tone: 'neutral', icon: BellRing },
  sampled: { tone: 'verified', icon: CircleCheck },
  tested: { tone: 'neutral', icon: CircleCheck },
  noted: { tone: 'neutral', icon: CircleCheck },
  decided: { tone: 'neutral', icon: CircleCheck },
  'signed-in': { tone: 'neutral', icon: LogIn },
  'signed-out': { tone: 'neutral', icon: LogOut },
  added: { tone: 'neutral', icon: CircleCheck },
  changed: { tone: 'neutral', icon: CircleCheck },
  revoked: { tone: 'neutral', icon: CircleSlash },
  confirmed: { tone: 'neutral', icon: CircleCheck },
  refused: { tone: 'contended', icon: CircleSlash },
  failed: { tone: 'lost', icon: CircleX },
  unknown: { tone: 'contended', icon: CircleHelp },
} satisfies Record<AuditEntry['outcome'], { tone: Tone; icon: LucideIcon }>;

/** Entries, each of which opens to what else is known of it, and its hash. */
export function AuditEntriesTable({ entries }: { entries: readonly ChainedEntry[] }) {
  const t = useT('audit');
  const format = useFormat();
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const toggle = (id: number) =>
    setOpen((now) => new Set(now.has(id) ? [...now].filter((each) => each !== id) : [...now, id]));
  const none = (entry: AuditEntry, text: string) => (
    <span className="text-3">{isOfNobody(entry) ? '–' : text}</span>
  );
  return (
    <DataTable
      caption={t('caption')}
      label={t('title')}
      scroll="panel overflow-x-auto"
      className="tabular-nums"
      columns={[
        {
          id: 'more',
          head: <span className="sr-only">{t('more')}</span>,
          cell: ({ id }) => <EntryToggle id={id} isOpen={open.has(id)} onToggle={() => toggle(id)} />,
        },
        { id: 'id', end: true, cellClass: 'text-3', cell: ({ id }) => format.count(id) },
        { id: 'time', cellClass: 'whitespace-nowrap', cell: ({ atMs }) => format.moment(atMs) },
        { id: 'actor', cell: ({ actor }) => actor },
        { id: 'action', cellClass: 'font-medium', cell: ({ action }) => wordOf(t, 'actions', action) },
        { id: 'key', cellClass: 'min-w-0 max-w-80', cell: (entry) => <About entry={entry} /> },
        { id: 'target', cellClass: 'text-2', cell: ({ target }) => target },
        {
          id: 'holder',
          cellClass: 'max-w-48 truncate text-2',
          cell: (entry) =>
            entry.holder === null ? none(entry, t('noHolder')) : <bdi dir="ltr">{entry.holder}</bdi>,
        },
        {
          id: 'reason',
          cellClass: 'whitespace-normal text-2 sm:min-w-48',
          cell: (entry) => <Why entry={entry} none={none(entry, t('noReason'))} />,
        },
        { id: 'outcome', cell: (entry) => <Outcome entry={entry} /> },
      ]}
      heads={(id) => t(id)}
      groups={entries.map((entry) => ({
        key: String(entry.id),
        rows: [entry],
        foot: open.has(entry.id) ? <EntryRow entry={entry} span={COLUMNS} /> : null,
      }))}
      rowKey={({ id }) => id}
      headClass="whitespace-nowrap"
      pad={`sm:py-1.5 ${EDGE_STACKED}`}
      rowClass="hover:bg-hover sm:h-row"
      rowProps={({ id }) => ({ id: `audit-${id}` })}
      stacks="max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-3 max-sm:px-3 max-sm:py-2"
    />
  );
}

/** A code that somebody wrote into the database by hand may have no word; the page shows it all the same. */
function wordOf(t: ReturnType<typeof useT<'audit'>>, of: 'actions' | 'outcomes', code: string): string {
  const key = `${of}.${code}` as `actions.${AuditEntry['action']}`;
  return t.has(key) ? t(key) : code;
}

function Key({ text }: { text: string }) {
  return (
    <bdi dir="ltr" title={text} className="mono block truncate font-semibold">
      {text}
    </bdi>
  );
}

/** Which lock, user or token it is about; of a silence that is of no one lock, which of the findings. */
function About({ entry: { key, lockId, action, details } }: { entry: AuditEntry }) {
  const t = useT('audit');
  const [target] = useTarget();
  // Of an entry that is shown as one's own alone the page of the lock may not be.
  if (key !== '' && (lockId === null || details.onlyOwn === true)) return <Key text={key} />;
  if (lockId === null)
    return action === 'silence' || action === 'end-silence' ? (
      <span className="text-2">{t('everyKey')}</span>
    ) : (
      <span className="text-3">–</span>
    );
  return (
    <Link href={withTarget(lockPath(lockId), target)} className="hover:underline">
      <Key text={key} />
    </Link>
  );
}

/** The reason, and the ticket under it. */
function Why({ entry: { reason, details }, none }: { entry: AuditEntry; none: ReactNode }) {
  const ticket = ticketOf(details);
  return (
    <>
      {reason || (ticket === null ? none : null)}
      {ticket === null ? null : (
        <p className="text-xs">
          <TicketText ticket={ticket} />
        </p>
      )}
    </>
  );
}

function Outcome({ entry }: { entry: AuditEntry }) {
  const t = useT('audit');
  const { tone, icon: Icon } = OUTCOMES[entry.outcome] ?? OUTCOMES.unknown;
  return (
    <>
      <Badge tone={tone} icon={<Icon size={14} aria-hidden />}>
        {wordOf(t, 'outcomes', entry.outcome)}
      </Badge>
      <Settled entry={entry} />
      <KeysLeft entry={entry} />
      <TooFewNodes entry={entry} />
      <SecondPerson entry={entry} />
    </>
  );
}

/** Who approved an act, or decided about a request, and the request. */
function SecondPerson({ entry: { details, action, outcome } }: { entry: AuditEntry }) {
  const t = useT('audit');
  const { by, request } = (details.approval ?? {}) as { by?: string; request?: number };
  const { name } = (details.decided ?? {}) as { name?: string };
  const id = request ?? details.request;
  if (typeof id !== 'number') return null;
  const who = by ?? (action === 'ask' && outcome === 'approved' ? name : undefined);
  return (
    <p className="text-xs">
      <Link href={`/requests/${id}`} className="text-info hover:underline">
        {who === undefined ? t('request', { id }) : t('approvedBy', { id, name: who })}
      </Link>
    </p>
  );
}

const SETTLED = ['still-held', 'not-extended', 'gone', 'another', 'counted'] as const;

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

const DONE = { release: 'released', extend: 'extended', quarantine: 'quarantined' } as const;

/** Of a Redlock group it was done on so few nodes that a quorum may be as it was. */
function TooFewNodes({ entry: { action, details } }: { entry: AuditEntry }) {
  const t = useT('audit');
  if (details.short !== true) return null;
  const did = action === 'extend' || action === 'quarantine' ? DONE[action] : DONE.release;
  const nodes = Array.isArray(details.nodes) ? (details.nodes as ActionResult['nodes']) : [];
  const done = nodes.filter(({ outcome }) => outcome === did).length;
  return <p className="text-3 text-xs">{t(`tooFewNodes.${did}`, { done, of: nodes.length })}</p>;
}

/** It is about no hold, so that there was no holder and nothing asks for a reason. */
function isOfNobody({ action, lockId }: AuditEntry): boolean {
  return lockId === null || action === 'silence' || action === 'end-silence' || action === 'annotate';
}
