import {
  Activity,
  ArrowLeftRight,
  BookX,
  CircleCheck,
  CircleDashed,
  ClockAlert,
  Crosshair,
  Ghost,
  GitMerge,
  HeartCrack,
  HeartPulse,
  Hourglass,
  Infinity as InfinityIcon,
  type LucideIcon,
  RefreshCw,
  ServerOff,
  Undo2,
  Unplug,
  UserRound,
  Users,
  UserX,
  Vote,
} from 'lucide-react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';
import type { EvidenceCode } from '@/lib/contract/codes';
import type { Evidence } from '@/lib/contract/finding';
import { readableValues } from '@/lib/i18n/readable-values';
import { NODE_EVIDENCE_ICONS } from './node-evidence-icons';

const ICONS = {
  'holder-known': UserRound,
  'holder-unknown': UserX,
  heartbeat: Activity,
  'heartbeat-late': Activity,
  'heartbeat-gone': Unplug,
  'heartbeat-ended': Unplug,
  'heartbeat-lapsed': Unplug,
  'heartbeat-missing': CircleDashed,
  'heartbeat-denied': CircleDashed,
  'heartbeat-unreadable': CircleDashed,
  renewed: HeartPulse,
  'renewal-late': HeartCrack,
  'below-floor': HeartCrack,
  'never-renewed': HeartPulse,
  'ttl-fell': Crosshair,
  'no-ttl': InfinityIcon,
  'value-deadline': Hourglass,
  'value-deadline-passed': Hourglass,
  waiters: Users,
  'no-waiters': Users,
  'waiters-unknown': CircleDashed,
  'own-lease-over': Hourglass,
  overstayed: Hourglass,
  'reader-without-hold': BookX,
  'read-as-now': GitMerge,
  'read-as-before': GitMerge,
  'key-beside': GitMerge,
  'dead-waiter': Ghost,
  'fencing-back': Undo2,
  'waits-for': RefreshCw,
  'taken-in-order': ArrowLeftRight,
  votes: Vote,
  'not-on-nodes': ServerOff,
  'validity-left': Hourglass,
  'write-under-way-unknown': CircleDashed,
  'node-silent': ServerOff,
  'node-never-answered': ServerOff,
  unread: ClockAlert,
  ...NODE_EVIDENCE_ICONS,
} satisfies Record<EvidenceCode, LucideIcon>;

const TONES = {
  neutral: 'text-3',
  good: 'text-verified',
  contended: 'text-contended',
  'at-risk': 'text-risk',
  lost: 'text-lost',
  unknown: 'text-3',
} satisfies Record<Evidence['tone'], string>;

/** The mark of a line of evidence, in the colour of what it means. */
export function EvidenceIcon({ evidence }: { evidence: Evidence }) {
  const Icon = ICONS[evidence.code] ?? CircleCheck;
  return <Icon size={14} aria-hidden className={cx('shrink-0', TONES[evidence.tone])} />;
}

/** One fact as a sentence with its figure in bold. */
export function EvidenceText({ evidence }: { evidence: Evidence }) {
  const t = useT('parts');
  const format = useFormat();
  const name = evidenceName(evidence);
  if (!t.has(`evidence.${name}`)) return evidence.code;
  return t.rich(`evidence.${name as EvidenceCode}`, {
    behind: 0, // reads as nothing where it is not known
    ...readableValues(evidence.values, format),
    b: (chunks) => <b className="num font-semibold text-1">{chunks}</b>,
    k: (chunks) => (
      <bdi dir="ltr" className="font-semibold text-1">
        {chunks}
      </bdi>
    ),
  });
}

/** Codes that have another text where there are several holders. */
const OF_SEVERAL = /^(heartbeat.*|own-lease-over|reader-without-hold)$/;

/** The text for what is known: some figures of a code may be missing. */
function evidenceName({ code, values }: Evidence): string {
  if (code === 'waiters-unknown' && values.why === 'unread') return 'waiters-unread';
  if (values.kind !== undefined) {
    return code === 'holder-unknown' ? `${code}-${values.kind}` : `holder-${values.kind}`;
  }
  if (code === 'holder-known') {
    if (values.app !== undefined) {
      return values.host !== undefined && values.pid !== undefined ? 'holder-app-process' : 'holder-app';
    }
    if (values.host !== undefined) return values.pid === undefined ? 'holder-on-host' : 'holder-process';
    return values.instance === undefined ? code : 'holder-instance';
  }
  if (Number(values.total ?? 0) > 1 && OF_SEVERAL.test(code)) return `${code}-of`;
  if (values.ghosts !== undefined) return `${code}-ghosts`;
  if (code === 'dead-waiter' && values.leftMs === undefined) return `${code}-for-good`;
  if (code === 'write-under-way-unknown' && values.token !== undefined) return `${code}-fenced`;
  if ((code === 'renewed' || code === 'renewal-late') && values.periodMs === undefined)
    return `${code}-no-period`;
  return code;
}
