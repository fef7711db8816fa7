import { CircleCheck, CircleDashed, CircleSlash, LoaderCircle, type LucideIcon } from 'lucide-react';
import { useT } from '@/components/i18n/use-t';
import { KnownByText } from '@/components/lock-parts/known-by';
import { Badge, type Tone } from '@/components/ui/badge';
import { cx } from '@/components/ui/cx';
import type { ReplicaState } from '@/lib/contract/node-codes';
import type { ReplicaStatus } from '@/lib/contract/replica';
import { type ReplicaFigure, useReplicaFigures } from './use-replica-figures';

const LOOKS = {
  answers: { tone: 'neutral', icon: CircleCheck },
  connecting: { tone: 'unknown', icon: LoaderCircle },
  unreached: { tone: 'unknown', icon: CircleDashed },
  unasked: { tone: 'unknown', icon: CircleSlash },
} satisfies Record<ReplicaState, { tone: Tone; icon: LucideIcon }>;

export function ReplicaStateBadge({ state }: { state: ReplicaState }) {
  const t = useT('replicas');
  const { tone, icon: Icon } = LOOKS[state];
  return (
    <Badge tone={tone} icon={<Icon size={14} aria-hidden />}>
      {t(`states.${state}`)}
    </Badge>
  );
}

/** Why a replica is not reached, what it refuses, and what that costs. */
export function ReplicaTrouble({ replica: { state, problem, unread } }: { replica: ReplicaStatus }) {
  const t = useT('replicas');
  const isReceived = state === 'answers' || state === 'connecting';
  return (
    <>
      {problem ? <p className="wrap-anywhere pt-1 text-2 text-sm">{problem}</p> : null}
      {isReceived ? null : <p className="pt-1 text-3 text-sm">{t('unheard')}</p>}
      {unread.map(({ part, why }) => (
        <p key={part} className="wrap-anywhere pt-1 text-2 text-sm">
          {t(`unread.${part}`, { why })}
        </p>
      ))}
    </>
  );
}

const TONES = { risk: 'font-semibold text-risk', lost: 'font-semibold text-lost' };

type Props = { replica: ReplicaStatus; figure: ReplicaFigure; nowMs: number };

/** One figure of a replica; of its locks also when they were asked for. */
export function ReplicaFact({ replica, figure, nowMs }: Props) {
  const t = useT('replicas');
  const shown = useReplicaFigures()(replica)[figure];
  if (!shown) return <span className="text-3">{t('unknown')}</span>;
  const { text, beside, tone } = shown;
  const { locks } = replica;
  return (
    <>
      <span className={cx(tone && TONES[tone])}>{text}</span>
      {beside ? <span className="block text-3 text-xs">{beside}</span> : null}
      {figure === 'locks' && locks ? (
        <span className="block">
          <KnownByText known={{ by: 'read', atMs: locks.atMs }} nowMs={nowMs} form="ago" />
        </span>
      ) : null}
    </>
  );
}
