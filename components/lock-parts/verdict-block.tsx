import { CircleHelp, HeartPulse, type LucideIcon, Snowflake, Unplug } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useLive } from '@/components/app/live-provider';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';
import type { Evidence } from '@/lib/contract/finding';
import {
  decidingEvidence,
  type JudgedHolder,
  type Verdict,
  type VerdictReason,
  verdictFor,
  verdictReasonOf,
} from './holder-verdict';
import { KnownByText } from './known-by';
import { useQuarantineText } from './use-quarantine-text';

type Style = { verdict: Verdict; box: string; mark: string; word: string };

const ICONS = {
  gone: Unplug,
  alive: HeartPulse,
  unknown: CircleHelp,
  quarantined: Snowflake,
} satisfies Record<Verdict, LucideIcon>;

/**
 * Each verdict has a colour, a shape and a word of its own. Of a holder that lives `releasing` is for who acts on it, and
 * `verified` for what is known to be so now.
 */
const LOOKS = {
  gone: {
    verdict: 'gone',
    box: 'border-risk-line bg-risk-tint',
    mark: 'rounded-md bg-risk-mark text-on-lost',
    word: 'text-risk',
  },
  unknown: {
    verdict: 'unknown',
    box: 'border-control border-dashed',
    mark: 'rounded-full border border-control border-dashed text-2',
    word: '',
  },
  quarantined: {
    verdict: 'quarantined',
    box: 'border-line-strong',
    mark: 'rounded-md bg-sunken text-2',
    word: '',
  },
  releasing: {
    verdict: 'alive',
    box: 'border-lost-mark bg-lost-mark text-on-lost',
    mark: 'rounded-full bg-on-lost text-lost-mark',
    word: '',
  },
  verified: {
    verdict: 'alive',
    box: 'border-line',
    mark: 'rounded-full bg-verified-tint text-verified',
    word: 'text-verified',
  },
  alive: { verdict: 'alive', box: 'border-line', mark: 'rounded-full bg-sunken text-2', word: '' },
} satisfies Record<string, Style>;

type VerdictLook = keyof typeof LOOKS;

/** Reasons that are green while they are known to hold now. */
const VERIFIABLE: ReadonlySet<VerdictReason> = new Set<VerdictReason>(['beating', 'renewing']);

type FrameProps = {
  look: VerdictLook;
  /** How it is known. */
  right: ReactNode;
  /** The deciding fact. */
  children: ReactNode;
  className?: string | undefined;
};

/** GONE, ALIVE, CANNOT BE KNOWN or IN QUARANTINE in one block, with the deciding fact. A region named by its word. */
export function VerdictFrame({ look, right, children, className }: FrameProps) {
  const t = useT('holderVerdict');
  const wordId = useId();
  const { verdict, box, mark, word } = LOOKS[look];
  const Icon = ICONS[verdict];
  return (
    <section
      aria-labelledby={wordId}
      className={cx('flex items-start gap-x-3 rounded-md border px-3.5 py-3', box, className)}
    >
      <span aria-hidden className={cx('flex size-9 shrink-0 items-center justify-center', mark)}>
        <Icon size={20} />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h3 id={wordId} className={cx('font-semibold text-lg leading-6', word)}>
            {t(`word.${verdict}`)}
          </h3>
          <span className={cx('shrink-0', look === 'releasing' && '[&>*]:text-inherit')}>{right}</span>
        </div>
        <p className="tabular-nums text-pretty font-semibold">{children}</p>
      </div>
    </section>
  );
}

type Props = JudgedHolder & {
  /** Of this holder, as of `nowMs`. */
  evidence: readonly Evidence[];
  nowMs: number;
  /** In a dialog that acts on it: there a holder that lives is red, and calm elsewhere. */
  isReleasing?: boolean;
  /** Redis could not be asked: nothing is verified now. */
  isUnread?: boolean;
  className?: string;
};

/** Whether a holder is gone, the fact that decides, and how and when that became known. */
export function VerdictBlock({ isReleasing = false, isUnread = false, className, ...of }: Props) {
  const reason = verdictReasonOf(of);
  const look = useLook(reason, isReleasing, isUnread);
  return (
    <VerdictFrame
      look={look}
      right={<KnownByText {...knownOf(of, reason)} form="moment" />}
      className={className}
    >
      <VerdictText {...of} reason={reason} />
    </VerdictFrame>
  );
}

/** The same in one line, for one of several holders: colour and shape are those of the mark. */
export function VerdictLine({ isUnread = false, ...of }: Omit<Props, 'isReleasing' | 'className'>) {
  const t = useT('holderVerdict');
  const reason = verdictReasonOf(of);
  const { verdict, mark, word } = LOOKS[useLook(reason, false, isUnread)];
  const Icon = ICONS[verdict];
  return (
    <div className="flex items-start gap-2 text-sm">
      <span aria-hidden className={cx('flex size-5 shrink-0 items-center justify-center', mark)}>
        <Icon size={12} />
      </span>
      <p className="tabular-nums min-w-0 flex-1 pt-0.5">
        <span className={cx('font-semibold', word)}>{t(`word.${verdict}`)}</span>{' '}
        <span className="text-2">
          <VerdictText {...of} reason={reason} />
        </span>
      </p>
      <KnownByText {...knownOf(of, reason)} form="moment" short="narrow" className="shrink-0 pt-0.5" />
    </div>
  );
}

function useLook(reason: VerdictReason, isReleasing: boolean, isUnread: boolean): VerdictLook {
  const { phase, old } = useLive();
  const verdict = verdictFor(reason);
  if (verdict !== 'alive') return verdict;
  if (isReleasing) return 'releasing';
  const isNow = !isUnread && !old && (phase === 'live' || phase === 'connecting');
  return isNow && VERIFIABLE.has(reason) ? 'verified' : 'alive';
}

/** The deciding fact, with its figure where there is one. */
function VerdictText({
  reason,
  evidence,
  ...of
}: JudgedHolder & Pick<Props, 'evidence'> & { reason: VerdictReason }) {
  const t = useT('holderVerdict');
  const format = useFormat();
  const quarantineText = useQuarantineText();
  if (reason === 'quarantined') return quarantineText(of);
  const lastMs = decidingEvidence(evidence, reason)?.values.lastMs;
  if (typeof lastMs !== 'number' || !t.has(`lastSign.${reason}`)) return t(`holderIs.${reason}`);
  return t(`lastSign.${reason as 'silent'}`, { age: format.age(lastMs) });
}

/** How it is known: by the line that decides, else by the last reading of the lock. */
function knownOf(
  { lock, evidence, nowMs }: Pick<Props, 'lock' | 'evidence' | 'nowMs'>,
  reason: VerdictReason,
) {
  return { known: decidingEvidence(evidence, reason)?.known ?? lock.confirmed, nowMs };
}
