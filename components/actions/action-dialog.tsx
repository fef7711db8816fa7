'use client';

import { useQueryClient } from '@tanstack/react-query';
import {
  CircleCheck,
  CircleHelp,
  Fingerprint,
  Hourglass,
  LockOpen,
  OctagonX,
  Plus,
  Snowflake,
  TriangleAlert,
  UserRoundPlus,
} from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useAnnounce } from '@/components/app/announcer';
import { EnvironmentTag } from '@/components/app/environment-tag';
import { useLive } from '@/components/app/live-provider';
import { useT } from '@/components/i18n/use-t';
import { verdictOf } from '@/components/lock-parts/holder-verdict';
import { StepUpFailure } from '@/components/passkeys/step-up-failure';
import { useStepUp } from '@/components/passkeys/use-step-up';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { lockQueries } from '@/lib/api/queries';
import { tabNowMs } from '@/lib/api/tab-clock';
import type { LockAction } from '@/lib/contract/action-codes';
import type { Preview } from '@/lib/contract/actions';
import type { Lock } from '@/lib/contract/lock';
import { keptOf } from '@/lib/domain/actions/hold-choice';
import { ActionBody } from './action-body';
import type { Choice } from './choice';
import { chosenOf, isDialogOver, isOpen, missingOf, type Phase } from './dialog-machine';
import { type Done, isPartly } from './done';
import { useDoneTitle } from './done-title';
import { PreviewAge } from './preview/preview-age';
import { useTabNow } from './preview/use-tab-now';
import { useDialogMachine } from './use-dialog-machine';

type Props = {
  lock: Lock;
  action: LockAction;
  /** Of a lock that several may hold, the one that this is about, whoever else comes or goes; null = its only holder. */
  choice: Choice | null;
  /** Called once, with what was done if anything was. */
  onClosed(done: Done | null): void;
  /** Called when the lock is looked at again after something was done, which the dialog then shows no more. */
  onAgain?: ((done: Done) => void) | undefined;
};

const MARKS = {
  done: <CircleCheck size={18} aria-hidden className="text-verified" />,
  short: <TriangleAlert size={18} aria-hidden className="text-contended" />,
  changed: <OctagonX size={18} aria-hidden className="text-lost" />,
  unclear: <CircleHelp size={18} aria-hidden className="text-contended" />,
  gone: <LockOpen size={18} aria-hidden className="text-3" />,
  left: <LockOpen size={18} aria-hidden className="text-3" />,
  asked: <Hourglass size={18} aria-hidden className="text-info" />,
} satisfies Partial<Record<Phase['is'] | 'short', ReactNode>>;

const ICONS = {
  release: <LockOpen size={16} aria-hidden />,
  extend: <Plus size={16} aria-hidden />,
  quarantine: <Snowflake size={16} aria-hidden />,
} satisfies Record<LockAction, ReactNode>;

function markOf(phase: Phase): ReactNode {
  if (phase.is === 'done' && isPartly(phase.done)) return MARKS.short;
  return phase.is in MARKS ? MARKS[phase.is as keyof typeof MARKS] : null;
}

/** The lock itself was left, and may be tried again. */
function canGoOn({ lock, result }: Done): boolean {
  const own = result.hold?.keys.find(({ id }) => id === lock.id);
  return own !== undefined && own.outcome !== 'released';
}

/**
 * Force-release, extend or quarantine, from a fresh reading to what Redis said. The button acts on exactly what is shown: when a
 * reading differs from the one before, the form gives way to old beside new and what was typed is cleared.
 */
export function ActionDialog({ lock, action: opened, choice, onClosed, onAgain }: Props) {
  const t = useT('actions');
  const verdict = useT('holderVerdict');
  const common = useT('common');
  const passkeys = useT('passkeys');
  const stepUp = useStepUp();
  const asked = useT('requests');
  const { actsOff } = useLive();
  const announce = useAnnounce();
  const cache = useQueryClient();
  const close = useRef<HTMLButtonElement>(null);
  const wasSending = useRef(false);
  const [state, dispatch] = useDialogMachine({ lock, action: opened, choice });
  const nowMs = useTabNow(200);
  const { phase, action, reading } = state;
  const isDone = isDialogOver(state);
  const doneTitle = useDoneTitle();

  useEffect(() => {
    if (wasSending.current && phase.is !== 'sending') announce(t('announced'));
    wasSending.current = phase.is === 'sending';
  }, [phase.is, announce, t]);
  useEffect(() => {
    if (!isDone) return;
    close.current?.focus();
    void cache.invalidateQueries({ queryKey: lockQueries.all });
  }, [isDone, cache]);

  const preview = reading?.preview ?? null;
  const missing = missingOf(state, nowMs, actsOff);
  // One press is enough: where the reading is old, the lock is read once more and what was asked for is done then.
  const isReadAgain = missing === 'old' || missing === 'passkey';
  const isOff =
    phase.is === 'checking' || stepUp.isAsking || (isReadAgain ? state.unread !== null : missing !== null);
  const dismiss = () => {
    if (phase.is !== 'sending') onClosed(phase.is === 'done' ? phase.done : null);
  };
  const press = async () => {
    const isConfirmed = missing === 'passkey' && (await stepUp.confirm());
    if (missing === 'passkey' && !isConfirmed) return;
    dispatch({ type: 'pressed', atMs: tabNowMs(), actsOff, isConfirmed });
  };
  const again = () => {
    if (phase.is === 'done') onAgain?.(phase.done);
    dispatch({ type: 'looked-again', atMs: tabNowMs() });
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && dismiss()}
      keepOnOutsidePress
      size="column"
      initialFocus={close}
      title={titleOf(phase)}
      mark={isOpen(state) || phase.is === 'sending' ? <EnvironmentTag target={lock.target} /> : markOf(phase)}
      right={isOpen(state) ? <PreviewAge reading={reading} /> : null}
      description={t(isDone ? 'description.over' : `description.${opened}`)}
      descriptionHidden
      footerHint={hintOf()}
      footer={
        <>
          {phase.is === 'changed' && phase.change.after.type !== 'none' ? (
            <Button onClick={again}>{t(choice ? 'button.lookSame' : 'button.lookAgain')}</Button>
          ) : null}
          {phase.is === 'done' && ((phase.done.after?.left ?? 0) > 0 || canGoOn(phase.done)) ? (
            <Button onClick={again}>{t('button.lookSame')}</Button>
          ) : null}
          <Button
            ref={close}
            variant={isDone ? 'primary' : 'default'}
            off={phase.is === 'sending'}
            onClick={dismiss}
          >
            {isDone ? common('close') : common('cancel')}
          </Button>
          {isDone ? null : (
            <Button
              variant={action === 'extend' || preview?.secondPerson ? 'primary' : 'danger-solid'}
              off={isOff}
              onClick={press}
              icon={icon()}
            >
              {phase.is === 'sending'
                ? sendingText()
                : stepUp.isAsking
                  ? passkeys('stepUp.waiting')
                  : buttonText()}
            </Button>
          )}
        </>
      }
    >
      {isOpen(state) ? <StepUpFailure failure={stepUp.failure} className="mb-3" /> : null}
      <ActionBody state={state} dispatch={dispatch} />
    </Dialog>
  );

  function hintOf(): ReactNode {
    if ((phase.is === 'changed' || phase.is === 'left') && phase.auditId !== null)
      return t('changed.audit', { id: phase.auditId });
    if (!isOpen(state)) return null;
    if (phase.is === 'checking') return t('missing.checking');
    if (missing === 'why' && preview?.why) {
      const { needs } = preview.why;
      if (needs) return t('why.needs', needs);
      return t.has(`why.${preview.why.code}`)
        ? t(`why.${preview.why.code as 'read-only'}`)
        : preview.why.message;
    }
    if (isReadAgain && state.unread) return t('missing.unread');
    if (missing === 'passkey') return passkeys('stepUp.hint');
    if (missing === 'no-passkey' || missing === 'no-session') return passkeys(`stepUp.lacks.${missing}`);
    return missing === null ? t('missing.nothing') : t(`missing.${missing}`);
  }

  function sendingText(): string {
    return preview?.secondPerson ? asked('dialog.sending') : t('button.sending');
  }

  function icon(): ReactNode {
    if (missing === 'passkey') return <Fingerprint size={16} aria-hidden />;
    return preview?.secondPerson ? <UserRoundPlus size={16} aria-hidden /> : ICONS[action];
  }

  function buttonText(): string {
    if (preview?.secondPerson) return asked(`dialog.button.${action}`);
    if (action === 'extend' || !preview) return t(`button.${action}`);
    return verdict(`button.${verdictOf(preview)}`, { what: releaseText(preview) });
  }

  function releaseText(preview: Preview): string {
    if (action === 'quarantine') return t('button.quarantine');
    if (!preview.hold) return t('button.release');
    const chosen = chosenOf(state);
    if (chosen.size === 0) return t('button.releaseOnly');
    const { surely } = keptOf(preview.hold, chosen);
    return t(surely === 0 ? 'button.releaseAll' : 'button.releaseSome', { count: 1 + chosen.size });
  }

  function titleOf(of: Phase): string {
    switch (of.is) {
      case 'done':
        return doneTitle(of.done);
      case 'changed':
        return of.refused ? t(`title.refused.${action}`) : t('title.changed');
      case 'asked':
        return asked('dialog.title');
      case 'unclear':
        return t('title.unclear');
      case 'gone':
        return t('title.gone');
      case 'left':
        return t('title.left');
      default: {
        // A quarantine ends in a release.
        const about = opened === 'release' && action === 'quarantine' ? opened : action;
        return t(lock.holders.length > 1 ? `title.${about}Of` : `title.${about}`);
      }
    }
  }
}
