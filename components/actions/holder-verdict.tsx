import { CircleHelp, HeartPulse, type LucideIcon, Unplug } from 'lucide-react';
import { useNow } from '@/components/app/live-provider';
import { useT } from '@/components/i18n/use-t';
import { EvidenceIcon, EvidenceText } from '@/components/lock-parts/evidence-text';
import { type Life, lifeOf } from '@/components/lock-parts/holder-life';
import { KnownByText } from '@/components/lock-parts/known-by';
import { cx } from '@/components/ui/cx';
import type { Preview } from '@/lib/contract/actions';
import type { EvidenceCode } from '@/lib/contract/codes';
import { PartTitle } from './facts';

/**
 * What shows it. `stuck` = lives and does not renew; `stopped` = it stopped renewing, and no more is known; `over` = its own
 * lease ended.
 */
type Shown = Life | 'stuck' | 'stopped' | 'over';

/** Whether the holder of a lock lives, as far as anything shows. */
export type Verdict = 'gone' | 'alive' | 'unknown';

const VERDICTS = {
  beating: 'alive',
  renewing: 'alive',
  overstaying: 'alive',
  stuck: 'alive',
  silent: 'gone',
  ended: 'gone',
  lapsed: 'gone',
  stopped: 'unknown',
  over: 'unknown',
  unknown: 'unknown',
} satisfies Record<Shown, Verdict>;

/** The lines that decide, the first that there is. */
const DECIDING: Record<Shown, readonly EvidenceCode[]> = {
  beating: ['heartbeat', 'heartbeat-late'],
  stuck: ['heartbeat', 'heartbeat-late'],
  renewing: ['renewed'],
  overstaying: ['overstayed', 'renewed'],
  silent: ['heartbeat-gone', 'heartbeat-late'],
  ended: ['heartbeat-ended'],
  lapsed: ['heartbeat-lapsed'],
  stopped: ['renewal-late'],
  over: ['own-lease-over'],
  unknown: ['heartbeat-missing', 'heartbeat-denied', 'heartbeat-unreadable', 'never-renewed'],
};

/** Each has a colour, a shape and a word of its own. */
const STYLES = {
  gone: {
    box: 'border border-risk-line bg-risk-tint',
    mark: 'rounded-md bg-risk-mark text-on-lost',
    word: 'text-risk',
    icon: Unplug,
  },
  alive: {
    box: 'border border-lost-mark bg-lost-mark text-on-lost',
    mark: 'rounded-full bg-on-lost text-lost-mark',
    word: '',
    icon: HeartPulse,
  },
  unknown: {
    box: 'border border-line-strong border-dashed',
    mark: 'rounded-full border border-line-strong border-dashed text-2',
    word: '',
    icon: CircleHelp,
  },
} satisfies Record<Verdict, { box: string; mark: string; word: string; icon: LucideIcon }>;

/** Whether the holder is gone, in one block: the word, what decides it, and how that is known. */
export function VerdictBlock({ preview }: { preview: Preview }) {
  const t = useT('holderVerdict');
  const nowMs = useNow(1_000, true);
  const shown = shownBy(preview);
  const verdict = VERDICTS[shown];
  const { box, mark, word, icon: Icon } = STYLES[verdict];
  const decides = preview.evidence.find(({ code }) => DECIDING[shown].includes(code));
  return (
    <section
      aria-labelledby="verdict-word"
      className={cx('flex items-start gap-x-3 rounded-md px-3.5 py-3 max-sm:flex-wrap', box)}
    >
      <span aria-hidden className={cx('flex size-9 shrink-0 items-center justify-center', mark)}>
        <Icon size={20} />
      </span>
      <div className="min-w-0 flex-1 max-sm:basis-3/4">
        <h3 id="verdict-word" className={cx('font-semibold text-lg leading-6', word)}>
          {t(`word.${verdict}`)}
        </h3>
        <p className="font-semibold">{t(`holderIs.${shown}`)}</p>
      </div>
      {decides?.known ? (
        <KnownByText
          known={decides.known}
          nowMs={nowMs}
          form="moment"
          className={cx('shrink-0 pt-1 max-sm:ps-12', verdict === 'alive' && 'text-inherit')}
        />
      ) : null}
    </section>
  );
}

/** Said elsewhere in the dialog. */
const ELSEWHERE: ReadonlySet<EvidenceCode> = new Set<EvidenceCode>([
  'waiters',
  'no-waiters',
  'waiters-unknown',
  'holder-known',
]);

/** Everything that bears on whether the holder is gone. */
export function HolderEvidence({ preview }: { preview: Preview }) {
  const t = useT('actions');
  const nowMs = useNow(1_000, true);
  const lines = preview.evidence.filter(({ code }) => !ELSEWHERE.has(code));
  return (
    <div>
      <PartTitle>{t('part.evidence')}</PartTitle>
      <ul className="flex flex-col gap-1.5">
        {lines.map((line) => (
          <li key={line.code} className="flex items-start gap-2">
            <span className="mt-[3px]">
              <EvidenceIcon evidence={line} />
            </span>
            <span className="min-w-0 flex-1">
              <EvidenceText evidence={line} />
            </span>
            {line.known ? (
              <KnownByText known={line.known} nowMs={nowMs} form="moment" className="mt-0.5 shrink-0" />
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

export function verdictOf(preview: Pick<Preview, 'lock' | 'holder'>): Verdict {
  return VERDICTS[shownBy(preview)];
}

function shownBy({ lock, holder }: Pick<Preview, 'lock' | 'holder'>): Shown {
  const life = lifeOf(holder);
  const isAlone = lock.holders.length === 1;
  if (life === 'unknown' && !isAlone && holder.ttlMs === 0) return 'over';
  const isLate = isAlone && lock.reason.code === 'renewal-late';
  if (life === 'beating' && isLate) return 'stuck';
  return life === 'unknown' && isLate ? 'stopped' : life;
}
