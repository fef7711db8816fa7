import {
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleSlash,
  Hourglass,
  type LucideIcon,
  Undo2,
  UserRoundX,
} from 'lucide-react';
import { useNow } from '@/components/app/live-provider';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Badge, type Tone } from '@/components/ui/badge';
import type { ApprovalState } from '@/lib/contract/action-codes';
import type { ApprovalRequest, ApprovalResult } from '@/lib/contract/approval/approvals';

const LOOKS = {
  waiting: { tone: 'info', icon: Hourglass },
  approved: { tone: 'unknown', icon: CircleDashed },
  done: { tone: 'verified', icon: CircleCheck },
  refused: { tone: 'contended', icon: CircleSlash },
  unknown: { tone: 'contended', icon: CircleHelp },
  declined: { tone: 'contended', icon: UserRoundX },
  withdrawn: { tone: 'neutral', icon: Undo2 },
  expired: { tone: 'neutral', icon: Hourglass },
} satisfies Record<ApprovalState, { tone: Tone; icon: LucideIcon }>;

/** How a request stands. */
export function RequestState({ state }: { state: ApprovalState }) {
  const t = useT('requests');
  const { tone, icon: Icon } = LOOKS[state];
  return (
    <Badge tone={tone} icon={<Icon size={14} aria-hidden />}>
      {t(`state.${state}`)}
    </Badge>
  );
}

/** How long a request still waits. */
export function TimeLeft({ expiresMs, nowMs }: { expiresMs: number; nowMs: number }) {
  const t = useT('requests');
  const format = useFormat();
  const leftMs = expiresMs - (useNow(1_000, true) || nowMs);
  if (leftMs <= 0) return t('ended');
  return <span className="num">{t('left', { time: format.duration(leftMs) })}</span>;
}

/** Who decided, what became of the act, and why; nothing while it waits. */
export function RequestOutcome({ request }: { request: ApprovalRequest }) {
  const t = useT('requests');
  const access = useT('access');
  const format = useFormat();
  const { state, decided, result } = request;
  const by = state === 'declined' || state === 'withdrawn' ? state : 'approved';
  return (
    <>
      {decided ? (
        <p className="wrap-anywhere">
          {t(`decided.${by}`, {
            name: decided.name,
            via: access(`via.${decided.via}`),
            time: format.moment(decided.atMs),
            reason: decided.reason,
          })}
        </p>
      ) : null}
      {result ? <Became result={result} /> : null}
      {state === 'unknown' && !result ? <p>{t('became.lost')}</p> : null}
    </>
  );
}

function Became({ result }: { result: ApprovalResult }) {
  const t = useT('requests');
  const format = useFormat();
  const factsOf = useFactWords();
  const { outcome, atMs, why } = result;
  const changed = why?.changed ?? [];
  const code = why?.problem ?? why?.code ?? '';
  const isNamed = t.has(`why.${code}`) && (code !== 'changed' || changed.length > 0);
  return (
    <>
      <p className="font-semibold">{t(`became.${outcome}`, { time: format.moment(atMs) })}</p>
      {why ? (
        <p>
          {t(`why.${isNamed ? (code as 'changed') : 'other'}`, {
            message: why.message,
            facts: factsOf(changed),
          })}
        </p>
      ) : null}
    </>
  );
}

/** What changed, in words. */
export function useFactWords(): (changed: readonly string[]) => string {
  const t = useT('requests');
  return (changed) =>
    changed.map((each) => (t.has(`fact.${each}`) ? t(`fact.${each as 'holder'}`) : each)).join(', ');
}
