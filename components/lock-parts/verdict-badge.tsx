import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Badge } from '@/components/ui/badge';
import type { LockState } from '@/lib/contract/codes';
import type { Reason } from '@/lib/contract/lock';
import { readableValues } from '@/lib/i18n/readable-values';
import { STATE_STYLE } from './state-style';

type Props = {
  state: LockState;
  reason?: Reason;
  /** Default: where there is a reason. */
  showReason?: boolean;
};

/** State of a lock as icon, word and colour, and why in three words beside it. */
export function VerdictBadge({ state, reason, showReason = true }: Props) {
  const t = useT('parts');
  const { tone, icon: Icon } = STATE_STYLE[state];
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-2 align-middle">
      <Badge tone={tone} icon={<Icon size={14} aria-hidden />}>
        {t(`state.${state}`)}
      </Badge>
      {reason && showReason ? <ReasonText reason={reason} /> : null}
    </span>
  );
}

/** Why a lock is in its state; nothing where there is nothing to say. */
function ReasonText({ reason }: { reason: Reason }) {
  const t = useT('parts');
  const format = useFormat();
  if (reason.code === 'none') return null;
  const text = t.has(`reason.${reason.code}`)
    ? t(`reason.${reason.code}`, readableValues(reason.values, format, format.age))
    : reason.code;
  return (
    <span title={text} className="num min-w-0 truncate text-2 text-sm">
      {text}
    </span>
  );
}
