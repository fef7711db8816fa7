'use client';

import {
  CircleCheck,
  CircleHelp,
  CircleX,
  type LucideIcon,
  PencilLine,
  ShieldAlert,
  ShieldCheck,
  ShieldQuestionMark,
  Ticket,
  TriangleAlert,
  Users,
  X,
} from 'lucide-react';
import { type ReactNode, useEffect, useId } from 'react';
import type { Done } from '@/components/actions/done';
import { HoldOutcomes } from '@/components/actions/hold-outcomes';
import { NodeOutcomes } from '@/components/actions/node-outcomes';
import { StillHeld } from '@/components/actions/still-held';
import { useAnnounce } from '@/components/app/announcer';
import { TicketText } from '@/components/app/ticket';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { cx } from '@/components/ui/cx';
import { Link } from '@/components/ui/link';
import type { LockId } from '@/lib/domain/keys/lock-id';
import type { FollowUp } from './follow-up';
import { type FollowTone, toneOf } from './follow-up-words';
import type { FollowedKey } from './join-follow-ups';
import { KeySince } from './key-since';
import { StepList } from './step-list';
import { useFollowUp } from './use-follow-up';
import { type FollowUpTexts, useFollowUpTexts } from './use-follow-up-texts';

type Style = { bar: string; text: string; icon: LucideIcon };

const TONES = {
  verified: { bar: 'border-s-verified-mark', text: 'text-verified', icon: CircleCheck },
  contended: { bar: 'border-s-contended-mark', text: 'text-contended', icon: TriangleAlert },
  risk: { bar: 'border-s-risk-mark', text: 'text-risk', icon: TriangleAlert },
  lost: { bar: 'border-s-lost-mark', text: 'text-lost', icon: CircleX },
  unknown: { bar: 'border-s-control', text: 'text-2', icon: CircleHelp },
} satisfies Record<FollowTone, Style>;

type Props = {
  done: Done;
  /** The way to hand the lock over. */
  handover: ReactNode;
  onDismiss(): void;
};

/** The outcome of an act, followed until the card is dismissed or the page is left. */
export function FollowUpCard({ done: asked, handover, onDismiss }: Props) {
  const t = useT('actions');
  const titleId = useId();
  const { done, follow, keys } = useFollowUp(asked);
  const texts = useFollowUpTexts(done, follow, keys);
  const tone = toneOf({ done, follow });
  const { bar, text, icon: Icon } = TONES[tone];
  useAnnounced(texts.plainTitle, tone);
  return (
    <section aria-labelledby={titleId} className={cx('panel min-w-0 overflow-hidden border-s-[3px]', bar)}>
      <header className="flex flex-wrap items-start gap-x-4 gap-y-2 border-line border-b px-4 py-2.5">
        <div className="flex min-w-0 flex-1 basis-80 items-start gap-2">
          <Icon size={18} aria-hidden className={cx('mt-[3px] shrink-0', text)} />
          <h2
            id={titleId}
            className={cx('tabular-nums min-w-0 flex-1 font-semibold text-lg', tone === 'lost' && text)}
          >
            {texts.title}
          </h2>
          <Dismiss onDismiss={onDismiss} className="sm:hidden" />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <CopyButton withText text={texts.chat} label={t('followUp.copy')} />
          {handover}
          <AuditLink id={done.result.auditId} />
          <Dismiss onDismiss={onDismiss} className="max-sm:hidden" />
        </div>
      </header>
      <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(280px,26%)]">
        <div className="min-w-0 px-4 py-3">
          <StepList steps={texts.steps} />
        </div>
        <Lines done={done} follow={follow} texts={texts} />
      </div>
      <Outcomes done={done} keys={keys} nameOf={texts.nameOf} />
    </section>
  );
}

/** Says it where it is not seen, when it turns out other than well. */
function useAnnounced(title: string, tone: FollowTone): void {
  const announce = useAnnounce();
  const isBad = tone === 'lost';
  useEffect(() => {
    if (isBad) announce(title);
  }, [isBad, title, announce]);
}

function AuditLink({ id }: { id: number }) {
  const t = useT('actions');
  const format = useFormat();
  return (
    <Link href={`/audit#audit-${id}`} className="num px-1 font-medium text-info text-sm hover:underline">
      {t('followUp.audit', { id: format.count(id) })}
    </Link>
  );
}

function Dismiss({ onDismiss, className }: { onDismiss(): void; className: string }) {
  const t = useT('actions');
  return (
    <Button
      size="sm"
      variant="ghost"
      square
      aria-label={t('followUp.dismiss')}
      icon={<X size={16} aria-hidden />}
      onClick={({ currentTarget }) => {
        currentTarget.closest('main')?.focus({ preventScroll: true }); // the button that has focus goes without a word
        onDismiss();
      }}
      className={className}
    />
  );
}

type OutcomesProps = { done: Done; keys: readonly FollowedKey[]; nameOf: FollowUpTexts['nameOf'] };

/** The outcome of each key and node, where there are several. */
function Outcomes({ done: { result, after }, keys, nameOf }: OutcomesProps) {
  if (!result.hold && result.nodes.length < 2) return null;
  const sinceOf = (id: LockId) => {
    const key = keys.find(({ done }) => done.lock.id === id);
    return key ? <KeySince of={key} nameOf={nameOf} /> : null;
  };
  return (
    <div className="flex flex-col gap-2 border-line border-t px-4 py-2.5">
      {result.hold ? (
        <HoldOutcomes result={result} hold={result.hold} sinceOf={sinceOf} />
      ) : (
        <NodeOutcomes result={result} after={after} isBoxed={false} />
      )}
    </div>
  );
}

type LinesProps = { done: Done; follow: FollowUp; texts: Pick<FollowUpTexts, 'line' | 'waiting'> };

/** Facts that are no step: the old holder, who still waits, the others that still hold, the reason, the ticket. */
function Lines({ done, follow: { comeback, lease }, texts: { line, waiting } }: LinesProps) {
  const t = useT('actions');
  const isShared = done.action === 'release' && done.lock.holders.length > 1;
  const { reason, ticket } = done;
  if (line === null && waiting === null && reason === '' && ticket === '' && !isShared) return null;
  const isBack = comeback?.is === 'back';
  const isAway = comeback?.is === 'away' || comeback?.is === 'watching';
  const Icon = isBack || lease?.is === 'reset' ? ShieldAlert : isAway ? ShieldCheck : ShieldQuestionMark;
  return (
    <ul className="flex flex-col gap-2 border-line px-4 py-3 max-lg:border-t lg:border-s">
      {line === null ? null : (
        <Line
          icon={Icon}
          tone={
            isBack ? 'text-lost' : lease?.is === 'reset' ? 'text-risk' : isAway ? 'text-verified' : 'text-3'
          }
          className={isBack ? 'text-lost' : undefined}
        >
          {line}
        </Line>
      )}
      {waiting === null ? null : (
        <Line icon={Users} tone="text-3">
          {waiting}
        </Line>
      )}
      {isShared ? (
        <li>
          <StillHeld done={done} />
        </li>
      ) : null}
      {reason === '' ? null : (
        <Line icon={PencilLine} tone="text-3">
          {t('followUp.line.reason', { reason })}
        </Line>
      )}
      {ticket === '' ? null : (
        <Line icon={Ticket} tone="text-3">
          {t('followUp.line.ticket')} <TicketText ticket={ticket} />
        </Line>
      )}
    </ul>
  );
}

type LineProps = { icon: LucideIcon; tone: string; className?: string | undefined; children: ReactNode };

function Line({ icon: Icon, tone, className, children }: LineProps) {
  return (
    <li className="flex items-start gap-2">
      <Icon size={14} aria-hidden className={cx('mt-[3px] shrink-0', tone)} />
      <span className={cx('tabular-nums wrap-anywhere min-w-0', className)}>{children}</span>
    </li>
  );
}
