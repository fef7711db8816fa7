'use client';

import {
  Activity,
  ArrowLeftRight,
  Check,
  CircleX,
  Eye,
  HeartCrack,
  Hourglass,
  Lock,
  LockOpen,
  type LucideIcon,
  Minus,
  Plus,
  Repeat,
  Unplug,
  Users,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { shortHolder } from '@/components/lock-parts/holder-name';
import { KNOWN_ICONS } from '@/components/lock-parts/known-by';
import { Button } from '@/components/ui/button';
import { cx } from '@/components/ui/cx';
import { Panel } from '@/components/ui/panel';
import type { LockEventKind } from '@/lib/contract/codes';
import type { Holder } from '@/lib/contract/holder';
import type { LockEvent } from '@/lib/contract/lock';
import { readableValues } from '@/lib/i18n/readable-values';
import { namedEvents } from './named-events';

const MARKS = {
  acquired: [Lock, 'text-3'],
  reentered: [Plus, 'text-3'],
  renewed: [Check, 'text-3'],
  released: [LockOpen, 'text-3'],
  'partly-released': [Minus, 'text-3'],
  expired: [Hourglass, 'text-risk'],
  lost: [CircleX, 'text-lost'],
  'taken-over': [ArrowLeftRight, 'text-risk'],
  extended: [Repeat, 'text-info'],
  'force-released': [LockOpen, 'text-info'],
  'waiters-changed': [Users, 'text-contended'],
  'first-seen': [Eye, 'text-3'],
  late: [HeartCrack, 'text-risk'],
  'holder-gone': [Unplug, 'text-risk'],
  'holder-back': [Activity, 'text-3'],
} satisfies Record<LockEventKind, [LucideIcon, string]>;

const FEW = 12;

type Props = {
  events: readonly LockEvent[];
  /** Who holds it now: events of before their names were known are told of them too. */
  holders?: readonly Pick<Holder, 'label' | 'token'>[];
  /** The way to hand it over. */
  handover?: ReactNode;
  className?: string;
};

/** What happened to the lock, newest first. */
export function EventsPanel({ events, holders = [], handover, className }: Props) {
  const t = useT('lock');
  const [all, setAll] = useState(false);
  const runs = withoutRuns(namedEvents(events, holders));
  const shown = all ? runs : runs.slice(0, FEW);
  return (
    <Panel
      title={t('events.title')}
      hint={t('events.hint', { count: events.length })}
      right={
        <>
          {runs.length > FEW ? (
            <Button size="sm" variant="link" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? t('events.fewer') : t('events.all', { count: runs.length })}
            </Button>
          ) : null}
          {handover}
        </>
      }
      className={className}
    >
      {shown.length === 0 ? (
        <p className="px-3 py-3 text-2">{t('events.none')}</p>
      ) : (
        <ol className="py-1.5">
          {shown.map(({ event, more }) => (
            <Item key={event.seq} event={event} more={more} />
          ))}
        </ol>
      )}
    </Panel>
  );
}

function Item({ event, more }: { event: LockEvent; more: number }) {
  const t = useT('lock');
  const parts = useT('parts');
  const format = useFormat();
  const [Icon, tone] = MARKS[event.kind] ?? [Eye, 'text-3'];
  const Known = KNOWN_ICONS[event.by];
  return (
    <li className="flex min-h-7 items-center gap-2.5 px-3">
      <time
        dateTime={new Date(event.atMs).toISOString()}
        title={format.moment(event.atMs)}
        className="num shrink-0 text-2"
      >
        {format.clock(event.atMs)}
      </time>
      <Icon size={14} aria-hidden className={cx('shrink-0', tone)} />
      <span className="min-w-0 flex-1 truncate">
        <EventText event={event} />
        {more > 0 ? <span className="text-3"> · {t('events.more', { count: more })}</span> : null}
      </span>
      <span className="inline-flex shrink-0 items-center gap-1 text-3 text-xs">
        <Known size={12} aria-hidden />
        {parts(`known.${event.by}`)}
      </span>
    </li>
  );
}

function EventText({ event }: { event: LockEvent }) {
  const t = useT('lock');
  const format = useFormat();
  const { kind, values } = event;
  if (!t.has(`event.${kind}`)) return kind;
  return t.rich(`event.${kind}.${eventForm(event)}` as 'event.late.plain', {
    ...readableValues(values, format, format.span),
    holder: shortHolder(event.holder ?? ''),
    k: (chunks) => (
      <bdi dir="ltr" title={event.holder ?? undefined} className="font-medium">
        {chunks}
      </bdi>
    ),
  });
}

/** Which facts the sentence has. */
function eventForm({ kind, holder, values }: LockEvent): 'by' | 'plain' | 'ttl' {
  if ((kind === 'renewed' || kind === 'extended') && values.ttlMs !== undefined) return 'ttl';
  return holder && NAMED.has(kind) ? 'by' : 'plain';
}

const NAMED: ReadonlySet<LockEventKind> = new Set<LockEventKind>([
  'acquired',
  'released',
  'expired',
  'lost',
  'taken-over',
  'force-released',
  'first-seen',
  'holder-gone',
  'holder-back',
]);

type Run = { event: LockEvent; more: number };

/** Renewals in a row as their newest and how many more: they would push everything else out of sight. */
function withoutRuns(events: readonly LockEvent[]): Run[] {
  const runs: Run[] = [];
  for (const event of events) {
    const last = runs.at(-1);
    if (event.kind === 'renewed' && last?.event.kind === 'renewed') last.more += 1;
    else runs.push({ event, more: 0 });
  }
  return runs;
}
