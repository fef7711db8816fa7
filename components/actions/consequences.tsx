import {
  BellOff,
  CircleDashed,
  Fingerprint,
  Hourglass,
  Lock,
  type LucideIcon,
  Megaphone,
  MegaphoneOff,
  Package,
  Pause,
  PencilOff,
  Radio,
  Repeat,
  ShieldCheck,
  Snowflake,
  TriangleAlert,
  Undo2,
  Users,
  UserX,
} from 'lucide-react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';
import type { ConsequenceCode, HazardCode } from '@/lib/contract/action-codes';
import type { Consequence } from '@/lib/contract/actions';
import { consequenceName } from '@/lib/i18n/consequence-name';
import { readableValues } from '@/lib/i18n/readable-values';
import { PartTitle } from './facts';

const HAZARD_ICONS = {
  'job-runs-twice': TriangleAlert,
  'key-re-created': TriangleAlert,
  'process-may-crash': TriangleAlert,
  'running-job-fails': TriangleAlert,
  'second-run-overlaps': TriangleAlert,
  'cool-down': Hourglass,
  'other-nodes-hold': TriangleAlert,
  'counter-may-drift': TriangleAlert,
  'waiters-sleep-on': MegaphoneOff,
  'deletes-successor': TriangleAlert,
} satisfies Record<HazardCode, LucideIcon>;

const ICONS = {
  'two-will-run': TriangleAlert,
  'holder-may-wake': Pause,
  'renewal-may-come': Hourglass,
  'waiters-race': Radio,
  'no-waiters': UserX,
  'waiters-unknown': CircleDashed,
  publishes: Megaphone,
  'publishes-nothing': MegaphoneOff,
  signals: Megaphone,
  'lease-becomes': Hourglass,
  'waiters-wait-longer': Users,
  'watchdog-resets': Repeat,
  'quarantine-holds': Snowflake,
  'late-renewal-fails': ShieldCheck,
  'quarantine-short': TriangleAlert,
  'ends-by-ttl': Hourglass,
  'holder-not-told': BellOff,
  'write-not-stopped': PencilOff,
  'no-undo': Undo2,
  'successor-indistinguishable': Fingerprint,
  'next-hold-indistinguishable': Fingerprint,
  'companions-untouched': Package,
  'others-hold-on': Users,
  'hold-stays': Lock,
  'hold-may-stay': CircleDashed,
  ...HAZARD_ICONS,
} satisfies Record<ConsequenceCode, LucideIcon>;

/** What the act brings about, and what it does not. */
export function Consequences({ consequences }: { consequences: readonly Consequence[] }) {
  const t = useT('actions');
  const will = consequences.filter(({ happens }) => happens);
  const willNot = consequences.filter(({ happens }) => !happens);
  return (
    <div className="flex flex-col gap-3">
      {will.length > 0 ? (
        <div>
          <PartTitle>{t('consequence.next')}</PartTitle>
          <Lines consequences={will} />
        </div>
      ) : null}
      {willNot.length > 0 ? (
        <div>
          <PartTitle>{t('consequence.not')}</PartTitle>
          <Lines consequences={willNot} isShort />
        </div>
      ) : null}
    </div>
  );
}

type LinesProps = {
  consequences: readonly Consequence[];
  /** Some words each: one after the other where there is room. */
  isShort?: boolean;
};

function Lines({ consequences, isShort }: LinesProps) {
  return (
    <ul className={cx('flex gap-x-5 gap-y-1', isShort ? 'flex-wrap' : 'flex-col')}>
      {consequences.map((consequence) => (
        <Line key={consequence.code} consequence={consequence} />
      ))}
    </ul>
  );
}

function Line({ consequence: { code, values } }: { consequence: Consequence }) {
  const t = useT('actions');
  const format = useFormat();
  const Icon = ICONS[code] ?? CircleDashed;
  const name = consequenceName(code, values);
  return (
    <li className="flex gap-2">
      <Icon
        size={14}
        aria-hidden
        className={cx('mt-[3px] shrink-0', code === 'two-will-run' ? 'text-lost' : 'text-3')}
      />
      <span className="min-w-0">
        {t.has(`consequence.${name}`)
          ? t.rich(`consequence.${name as ConsequenceCode}`, {
              ...readableValues(values, format),
              b: (chunks) => (
                <b className={cx('font-semibold', code === 'two-will-run' && 'text-lost')}>{chunks}</b>
              ),
              m: (chunks) => (
                <bdi dir="ltr" className="mono break-all">
                  {chunks}
                </bdi>
              ),
            })
          : code}
      </span>
    </li>
  );
}
