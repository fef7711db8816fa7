'use client';

import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { ActionButtons } from '@/components/actions/action-buttons';
import { LazyWaitingLine } from '@/components/actions/asked/lazy-waiting-line';
import type { Choice } from '@/components/actions/choice';
import type { Done } from '@/components/actions/done';
import { ServerNotes } from '@/components/actions/server-notes';
import { type OpenAction, useActionDialog } from '@/components/actions/use-action-dialog';
import { useSession } from '@/components/app/access';
import { Failure } from '@/components/app/page-state';
import { useMoment } from '@/components/app/use-moment';
import { SilencedOnLock } from '@/components/finding-parts/silenced-on-lock';
import { useT } from '@/components/i18n/use-t';
import { PastLockPage } from '@/components/lock-page/past/past-lock-page';
import { useHeldBy } from '@/components/lock-parts/use-held-by';
import { cx } from '@/components/ui/cx';
import { LoadingState, Skeleton } from '@/components/ui/skeleton';
import { ApiFailure } from '@/lib/api/http';
import { lockQueries } from '@/lib/api/queries';
import type { Lock } from '@/lib/contract/lock';
import type { LockDetail, LockGone } from '@/lib/contract/locks';
import { isShared } from '@/lib/domain/holders/holders-summary';
import { type DisplayText, displayOf } from '@/lib/domain/keys/bytes';
import { keyOfSlug, type LockId, parseLockId } from '@/lib/domain/keys/lock-id';
import { LazyFollowUpCard, useFollowUpLoaded } from './follow-up/lazy-follow-up';
import { GoneView } from './gone-view';
import { HolderPanel } from './holders/holder-panel';
import { HoldersPanel } from './holders/holders-panel';
import { LockHeader } from './lock-header';
import { EventsPanel } from './over-time/events-panel';
import { HeartbeatPanel } from './over-time/heartbeat-panel';
import { Handover, LastHour, LockWhatIf, OwnershipPanel } from './over-time/over-time';
import { RawPanel } from './raw-panel';
import { VerdictPanel } from './verdict-panel';
import { VotesPanel } from './votes-panel';
import { WaitersPanel } from './waiters-panel';
import { useXrayDialog, type Xray } from './xray/use-xray-dialog';
import { XrayPanel } from './xray/xray-panel';

/** One lock as it is now, or as it was at the moment that the URL names. */
export function LockPage({ id }: { id: LockId }) {
  const { atMs } = useMoment();
  return atMs === null ? <LockNow id={id} /> : <PastLockPage id={id} display={displayOfId(id)} atMs={atMs} />;
}

/** Its verdict with evidence, its holder, who waits, what happened, and what can be done. */
function LockNow({ id }: { id: LockId }) {
  const query = useQuery(lockQueries.detail(id));
  const { data, error } = query;
  const gone = useGone(data?.lock, error);
  const failure = useLastFailure(query.error ?? query.failureReason, data !== undefined);
  const lock = gone ? (gone.lastKnown ?? data?.lock ?? null) : (data?.lock ?? null);
  const choice = data && !gone ? onlyChoice(data) : null;
  const [done, setDone] = useState<Done | null>(null);
  const act = useActionDialog({ onDone: setDone, onAgain: setDone });
  const xray = useXrayDialog();
  useFollowUpLoaded();
  const { signIn } = useSession();
  const buttons = (className?: string) =>
    lock && hasButtons(lock, gone !== null) ? (
      <ActionButtons
        lock={lock}
        choice={choice}
        gone={gone !== null}
        onAct={act.open}
        {...(className && { className })}
      />
    ) : null;
  const below = buttons('h-10 flex-1 px-1.5! [&>svg]:hidden');
  return (
    <div className="flex min-h-full flex-col">
      <LockHeader
        display={lock?.key ?? displayOfId(id)}
        target={parseLockId(id)?.target ?? '?'}
        lock={lock}
        actions={buttons()}
      />
      {/* What stands here while it loads is replaced as a whole, and moved by nothing that comes above it. */}
      <div key={gone || data ? 'lock' : 'loading'} className="flex flex-1 flex-col gap-3 p-3 sm:px-4">
        {done ? (
          <LazyFollowUpCard
            key={done.result.auditId}
            done={done}
            handover={<Handover id={id} />}
            onDismiss={() => setDone(null)}
          />
        ) : null}
        {signIn ? <LazyWaitingLine lockId={id} /> : null}
        {content()}
      </div>
      {below ? (
        <div className="sticky bottom-0 z-10 flex gap-2 border-line border-t bg-surface px-4 py-2 sm:hidden">
          {below}
        </div>
      ) : null}
      {act.dialog}
      {xray.dialog}
    </div>
  );

  function content() {
    if (gone) return <GoneView id={id} gone={gone} />;
    if (data) return <Panels detail={data} onAct={act.open} xray={xray} />;
    if (failure) {
      return (
        <div className="panel">
          <Failure error={failure} onRetry={query.refetch} />
        </div>
      );
    }
    return <PageSkeleton />;
  }
}

const AFTER_OWNERS = 'peer-has-[[aria-busy=true]]/owners:invisible';

function Panels({ detail, onAct, xray }: { detail: LockDetail; onAct: OpenAction; xray: Xray }) {
  const { lock } = detail;
  const isOne = lock.holders.length === 1 && lock.permits === null;
  const held = useHeldBy(lock);
  const [isKnown, setKnown] = useState(held !== null);
  if (held !== null && !isKnown) setKnown(true);
  return (
    <div className="flex flex-col gap-3">
      {detail.unread ? <Unread /> : null}
      <ServerNotes lock={lock} />
      <SilencedOnLock lock={lock} />
      <div className="flex flex-col gap-3 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(380px,34%)] lg:items-start">
        <div className="contents flex-col gap-3 lg:flex">
          <VerdictPanel detail={detail} className="order-1" />
          {lock.votes ? <VotesPanel detail={detail} votes={lock.votes} className="order-2" /> : null}
          {isRenewable(lock) ? <HeartbeatPanel detail={detail} className="order-2" /> : null}
          {/* How high these two will be is not known: what stands below them is shown when they are there. */}
          <OwnershipPanel id={lock.id} className="peer/owners order-4" />
          <LastHour id={lock.id} className={`peer/hour order-5 ${AFTER_OWNERS}`} />
          <EventsPanel
            events={detail.events}
            holders={lock.holders}
            handover={<Handover id={lock.id} link />}
            className={`order-5 ${AFTER_OWNERS} peer-has-[[aria-busy=true]]/hour:invisible`}
          />
          <LockWhatIf
            id={lock.id}
            className={`order-7 ${AFTER_OWNERS} peer-has-[[aria-busy=true]]/hour:invisible`}
          />
        </div>
        {/* On how many keys the holder's token is takes a line: at first all is shown with it. */}
        <div className={cx('contents flex-col gap-3 lg:flex', !isKnown && 'invisible')}>
          {isOne ? (
            <HolderPanel detail={detail} held={held ?? []} className="order-1" />
          ) : (
            <HoldersPanel detail={detail} onAct={onAct} className="order-3" />
          )}
          <WaitersPanel detail={detail} className="order-4" />
          <XrayPanel detail={detail} xray={xray} className="order-5" />
          <RawPanel detail={detail} className="order-6" />
        </div>
      </div>
    </div>
  );
}

/** The one holder of a lock that others may come to hold as well: an act stays with it. */
function onlyChoice({ lock, holderDigests, unread }: LockDetail): Choice | null {
  const [holder, ...others] = lock.holders;
  const [tokenDigest] = holderDigests;
  if (!holder || others.length > 0 || !isShared(lock) || unread || !tokenDigest) return null;
  return { holder, tokenDigest };
}

/** The buttons of the whole lock; of one that several may hold each holder has its own. */
function hasButtons({ holders, permits }: Lock, gone: boolean): boolean {
  return gone || (holders.length === 1 && permits === null);
}

/** Whether there is one TTL that renewals would raise. */
function isRenewable({ holders, permits }: Lock): boolean {
  return holders.length > 0 && permits === null;
}

/** Redis could not be asked: everything below is as last known. */
function Unread() {
  const t = useT('lock');
  return (
    <p
      role="status"
      className="flex items-center gap-2 rounded-md border border-contended-line bg-contended-tint px-3 py-2"
    >
      <TriangleAlert size={16} aria-hidden className="shrink-0 text-contended" />
      {t('unread')}
    </p>
  );
}

function PageSkeleton() {
  const t = useT('lock');
  return (
    <LoadingState label={t('loading')}>
      <div className="grid gap-3 lg:grid-cols-[minmax(0,1fr)_minmax(380px,34%)]">
        {['h-52', 'h-52', 'h-48', 'h-48'].map((height, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the places are fixed
          <div key={i} className={`panel flex flex-col gap-3 p-4 ${height}`}>
            <Skeleton className="h-5 w-64 max-w-full" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-4/5" />
          </div>
        ))}
      </div>
    </LoadingState>
  );
}

/** A page that never loaded keeps its failure while it is tried again, or it would flicker. */
function useLastFailure(failure: Error | null, loaded: boolean): Error | null {
  const [last, setLast] = useState<Error | null>(null);
  const next = loaded ? null : (failure ?? last);
  if (next !== last) setLast(next);
  return next;
}

type Gone = { error: ApiFailure; lock: Lock | undefined };

/**
 * What is left of a lock that Redis no longer has; null while it has it. Stays through changes to the kept answer and while
 * it is asked again, both of which clear its error, until the lock itself is another reading.
 */
function useGone(lock: Lock | undefined, error: Error | null): LockGone | null {
  const [seen, setSeen] = useState<Gone | null>(null);
  const now = error instanceof ApiFailure && error.code === 'not-found' ? error : null;
  if (now && seen?.error !== now) setSeen({ error: now, lock });
  if (now) return goneOf(now);
  const isKept = seen?.lock === lock && (lock !== undefined || error === null);
  return seen && isKept ? goneOf(seen.error) : null;
}

function goneOf(error: ApiFailure): LockGone {
  const { lastKnown, events } = error.details as Partial<LockGone>;
  return { lastKnown: lastKnown ?? null, events: events ?? [] };
}

/** The key that the address names, before anything was fetched; long keys are named by a digest. */
function displayOfId(id: LockId): DisplayText {
  const slug = parseLockId(id)?.slug;
  const key = slug === undefined ? null : keyOfSlug(slug);
  return key === null ? { text: slug ?? id, exact: true, byteLength: 0 } : displayOf(key);
}
