import {
  CircleX,
  Clock4,
  Ghost,
  GitMerge,
  HeartCrack,
  Hourglass,
  Infinity as InfinityIcon,
  type LucideIcon,
  ServerOff,
  TriangleAlert,
  Unplug,
  UserX,
} from 'lucide-react';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';
import type { OpenFinding } from '@/lib/domain/api';
import type { FindingCode, Severity } from '@/lib/domain/lock';

const ICONS = {
  'holder-gone': Unplug,
  'no-ttl': InfinityIcon,
  'identifies-nobody': UserX,
  'renewal-late': Clock4,
  'renewal-missed': HeartCrack,
  'waiters-behind-late-holder': HeartCrack,
  'expired-by-value': Hourglass,
  'lapses-with-waiters': TriangleAlert,
  'key-collision': GitMerge,
  'dead-waiter-blocks': Ghost,
  'node-silent': ServerOff,
} satisfies Record<FindingCode, LucideIcon>;

const TONES = {
  lost: 'text-lost',
  'at-risk': 'text-risk',
  contended: 'text-contended',
  info: 'text-3',
} satisfies Record<Severity, string>;

/** The mark of a finding in the colour of its severity; the severity is said to those who cannot see it. */
export function FindingIcon({ code, severity }: { code: FindingCode; severity: Severity }) {
  const t = useT('findings');
  const Icon = severity === 'lost' ? CircleX : (ICONS[code] ?? TriangleAlert);
  return (
    <span className={cx('inline-flex shrink-0', TONES[severity])}>
      <Icon size={16} aria-hidden />
      <span className="sr-only">{t(`severity.${severity}`)}: </span>
    </span>
  );
}

/** A finding as a short sentence: of one lock, or of all that share it. */
export function useFindingTitle(): (finding: OpenFinding) => string {
  const t = useT('findings');
  return ({ code, key, count, target }) => {
    if (!t.has(`code.${code}`)) return code;
    const single = count === 1 || code === 'node-silent';
    return single
      ? t(`code.${code}.one`, { key: key ?? target, target })
      : t(`code.${code}.many`, { count, target });
  };
}
