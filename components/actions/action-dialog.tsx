'use client';

import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleHelp, LockOpen, OctagonX, Plus, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useT } from '@/components/i18n/use-t';
import { VerdictBadge } from '@/components/lock-parts/verdict-badge';
import { useAnnounce } from '@/components/shell/announcer';
import { useLive } from '@/components/shell/live-provider';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { lockQueries } from '@/lib/api/queries';
import {
  type Chosen,
  chosenByDefault,
  isOfHold,
  keptOf,
  leftOf,
  requiresFor,
} from '@/lib/domain/actions/hold-choice';
import type { LockAction, PreviewRequest } from '@/lib/domain/api';
import type { Lock } from '@/lib/domain/lock';
import { offeredLease, parseLease } from '../../lib/domain/values/lease-text';
import { ActBody } from './action-body';
import { type Choice, isOfChoice } from './choice';
import { changeBetween } from './compare-previews';
import type { Draft } from './confirm-fields';
import { PreviewAge } from './preview-age';
import { type ActView, type Done, useAct } from './use-act';
import { type TimedPreview, usePreview } from './use-preview';

type Props = {
  lock: Lock;
  action: LockAction;
  /** Of a lock that several may hold, the one that this is about, whoever else comes or goes; null = its only holder. */
  choice: Choice | null;
  /** Called once, with what was done if anything was. */
  onClosed(done: Done | null): void;
};

const MARKS = {
  done: <CircleCheck size={18} aria-hidden className="text-verified" />,
  short: <TriangleAlert size={18} aria-hidden className="text-contended" />,
  changed: <OctagonX size={18} aria-hidden className="text-lost" />,
  unclear: <CircleHelp size={18} aria-hidden className="text-contended" />,
  gone: <LockOpen size={18} aria-hidden className="text-3" />,
  left: <LockOpen size={18} aria-hidden className="text-3" />,
} satisfies Record<Exclude<ActView['is'], 'form' | 'sending'> | 'short', ReactNode>;

/** Not all of it came free. */
function isShort({ after, result }: Done): boolean {
  return after?.is === 'short' || result.outcome === 'partly-released';
}

/** The lock itself was left, and may be tried again. */
function canGoOn({ lock, result }: Done): boolean {
  const own = result.hold?.keys.find(({ id }) => id === lock.id);
  return own !== undefined && own.outcome !== 'released';
}

/**
 * Force-release or extend, from a fresh reading to what Redis said. The button acts on exactly what is shown: when a
 * reading differs from the one before, the form gives way to old beside new and what was typed is cleared.
 */
export function ActDialog({ lock, action: opened, choice, onClosed }: Props) {
  const t = useT('actions');
  const common = useT('common');
  const live = useLive();
  const announce = useAnnounce();
  const cache = useQueryClient();
  const [action, setAction] = useState(opened);
  const empty: Draft = { reason: '', typedKey: '', lease: offeredLease(lock.leaseMs) };
  const [draft, setDraft] = useState(empty);
  const [startedAtMs, setStartedAtMs] = useState(0);
  /** Which other keys of the hold go with it; null = all that are of it. */
  const [picked, setPicked] = useState<Chosen | null>(null);
  const [base, setBase] = useState<TimedPreview | null>(null);
  const { view, setView, send } = useAct();
  const close = useRef<HTMLButtonElement>(null);

  const leaseMs = action === 'extend' ? parseLease(draft.lease) : null;
  const isForm = view.is === 'form';
  const request: PreviewRequest = {
    action,
    ...(leaseMs !== null && { leaseMs }),
    ...(choice && { tokenDigest: choice.tokenDigest }),
  };
  const { timed: last, fresh, error } = usePreview(lock.id, request, isForm);
  // What was read before a new start is about the holder that is gone.
  const timed = last && last.askedAtMs >= startedAtMs && isOfChoice(last.preview, choice) ? last : null;
  if (isForm && timed && !base) setBase(timed);
  const chosen = picked ?? chosenByDefault(timed?.preview.hold);
  const change = isForm && timed && base ? changeBetween(base.preview, timed.preview, chosen) : null;
  if (change) {
    setView({ is: 'changed', change, refused: false, auditId: null });
    setDraft(empty);
    setPicked(null);
  }
  if (isForm && error?.code === 'not-found') setView({ is: 'gone', failure: error });
  const isLeft = error?.code === 'not-held' || (last !== null && !isOfChoice(last.preview, choice));
  if (isForm && isLeft) setView({ is: 'left', auditId: null });

  useEffect(() => {
    if (view.is === 'form' || view.is === 'sending') return;
    close.current?.focus();
    if (view.is === 'changed') setDraft((now) => ({ ...now, reason: '', typedKey: '' }));
    void cache.invalidateQueries({ queryKey: lockQueries.all });
  }, [view.is, cache]);

  const isOver = view.is !== 'form' && view.is !== 'sending';
  const preview = timed?.preview ?? null;
  const requires = preview && (action === 'release' ? requiresFor(preview, chosen) : preview.requires);
  const missing = missingOf();
  const dismiss = () => {
    if (view.is !== 'sending') onClosed(view.is === 'done' ? view.done : null);
  };
  const confirm = async () => {
    if (!timed || missing !== null) return;
    await send({ action, timed, reason: draft.reason.trim(), typedKey: draft.typedKey, leaseMs, chosen });
    announce(t('announced'));
  };
  const again = () => {
    setBase(null);
    setPicked(null);
    setDraft((now) => ({ ...now, reason: '', typedKey: '' }));
    setStartedAtMs(performance.now());
    setView({ is: 'form', failure: null });
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && dismiss()}
      keepOnOutsidePress
      size={isOver ? 'md' : 'lg'}
      initialFocus={close}
      title={titleOf(view)}
      mark={
        view.is === 'form' || view.is === 'sending' ? (
          <VerdictBadge state={preview?.lock.state ?? lock.state} />
        ) : (
          MARKS[view.is === 'done' && isShort(view.done) ? 'short' : view.is]
        )
      }
      right={isForm ? <PreviewAge timed={timed} /> : null}
      description={t(isOver ? 'description.over' : `description.${opened}`)}
      descriptionHidden
      footerHint={hintOf()}
      footer={
        <>
          {view.is === 'changed' && view.change.after.type !== 'none' ? (
            <Button onClick={again}>{t(choice ? 'button.lookSame' : 'button.lookAgain')}</Button>
          ) : null}
          {view.is === 'done' && ((view.done.after?.left ?? 0) > 0 || canGoOn(view.done)) ? (
            <Button onClick={again}>{t('button.lookSame')}</Button>
          ) : null}
          <Button
            ref={close}
            variant={isOver ? 'primary' : 'default'}
            off={view.is === 'sending'}
            onClick={dismiss}
          >
            {isOver ? common('close') : common('cancel')}
          </Button>
          {isOver ? null : (
            <Button
              variant={action === 'release' ? 'danger-solid' : 'primary'}
              off={missing !== null}
              onClick={confirm}
              icon={
                action === 'release' ? <LockOpen size={16} aria-hidden /> : <Plus size={16} aria-hidden />
              }
            >
              {view.is === 'sending' ? t('button.sending') : buttonText()}
            </Button>
          )}
        </>
      }
    >
      <ActBody
        view={view}
        preview={preview}
        error={error}
        opened={opened}
        action={action}
        onAction={setAction}
        draft={draft}
        onDraft={setDraft}
        chosen={chosen}
        onChoose={setPicked}
      />
    </Dialog>
  );

  /** The first thing that still stands in the way; null = nothing does. */
  function missingOf():
    | 'sending'
    | 'stale'
    | 'loading'
    | 'why'
    | 'lease'
    | 'reason'
    | 'typed'
    | 'old'
    | null {
    if (view.is === 'sending') return 'sending';
    if (live.actsOff) return 'stale';
    if (!preview || !requires) return 'loading';
    if (!preview.allowed) return 'why';
    if (action === 'extend' && leaseMs === null) return 'lease';
    if (requires.reason && draft.reason.trim() === '') return 'reason';
    if (requires.typedKey && draft.typedKey !== preview.typedKey) return 'typed';
    return fresh ? null : 'old';
  }

  function hintOf(): ReactNode {
    if ((view.is === 'changed' || view.is === 'left') && view.auditId !== null)
      return t('changed.audit', { id: view.auditId });
    if (view.is !== 'form') return null;
    if (missing === 'why' && preview?.why) {
      const { needs } = preview.why;
      if (needs) return t('why.needs', needs);
      return t.has(`why.${preview.why.code}`)
        ? t(`why.${preview.why.code as 'read-only'}`)
        : preview.why.message;
    }
    if (missing === 'old' && error) return t('missing.unread');
    return missing === null ? t('missing.nothing') : t(`missing.${missing}`);
  }

  function buttonText(): string {
    if (action === 'extend' || !preview?.hold) return t(`button.${action}`);
    if (chosen.size === 0) return t('button.releaseOnly');
    const { surely } = keptOf(preview.hold, chosen);
    return t(surely === 0 ? 'button.releaseAll' : 'button.releaseSome', { count: 1 + chosen.size });
  }

  function doneTitle({ result: { outcome, hold }, after }: Done): string {
    const freed = (hold?.keys ?? []).filter((key) => key.outcome === 'released').length;
    if (outcome === 'partly-released') {
      const { keys, kept } = hold ?? { keys: [], kept: [] };
      const of = keys.length + kept.filter(isOfHold).length;
      return t(`title.partlyHold.${leftOf({ keys, kept })}`, { done: freed, of });
    }
    if (freed > 1 && after?.is !== 'short') return t('title.doneKeys', { count: freed });
    return after && after.done < after.of
      ? t(`title.partly.${outcome}`, { ...after })
      : t(`title.done.${outcome}`);
  }

  function titleOf(of: ActView): string {
    switch (of.is) {
      case 'done':
        return doneTitle(of.done);
      case 'changed':
        return of.refused ? t(`title.refused.${action}`) : t('title.changed');
      case 'unclear':
        return t('title.unclear');
      case 'gone':
        return t('title.gone');
      case 'left':
        return t('title.left');
      default:
        return t(lock.holders.length > 1 ? `title.${opened}Of` : `title.${opened}`);
    }
  }
}
