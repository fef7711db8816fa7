import {
  ArrowLeftRight,
  BookX,
  CircleX,
  Clock4,
  Ghost,
  GitMerge,
  HeartCrack,
  Hourglass,
  Infinity as InfinityIcon,
  type LucideIcon,
  RefreshCw,
  RefreshCwOff,
  ServerOff,
  Split,
  TriangleAlert,
  Undo2,
  Unplug,
  UserX,
  Vote,
} from 'lucide-react';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';
import type { Severity } from '@/lib/contract/codes';
import type { FindingCode } from '@/lib/contract/finding-codes';
import type { OpenFinding } from '@/lib/contract/findings';
import { NODE_FINDING_ICONS } from './node-finding-icons';

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
  minority: Vote,
  'split-votes': Split,
  'votes-missing': Vote,
  'dead-waiter-blocks': Ghost,
  'fencing-went-back': Undo2,
  overstaying: Hourglass,
  'zombie-reader': BookX,
  deadlock: RefreshCwOff,
  'wait-cycle': RefreshCw,
  'lock-order': ArrowLeftRight,
  'node-silent': ServerOff,
  ...NODE_FINDING_ICONS,
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

type Titled = Pick<OpenFinding, 'code' | 'key' | 'count' | 'target' | 'node'>;

/** A finding as a short sentence: of one lock, or of all that share it. */
export function useFindingTitle(): (finding: Titled) => string {
  const t = useT('findings');
  return ({ code, key, count, target, node }) => {
    if (!t.has(`code.${code}`)) return code;
    const single = count === 1 || code === 'node-silent';
    return single
      ? t(`code.${code}.one`, { key: key ?? target, target, node: node ?? target })
      : t(`code.${code}.many`, { count, target });
  };
}
