import {
  BookOpen,
  CircleQuestionMark,
  Clock3,
  Cog,
  Hourglass,
  ListOrdered,
  Lock,
  LockKeyhole,
  type LucideIcon,
  Repeat,
  ShieldCheck,
  Ticket,
} from 'lucide-react';
import { useT } from '@/components/i18n/use-t';
import type { LockKind } from '@/lib/contract/codes';
import type { LockFormat, Lock as LockReading } from '@/lib/contract/lock';

export const KIND_ICONS = {
  mutex: Lock,
  reentrant: Repeat,
  fair: ListOrdered,
  fenced: ShieldCheck,
  'read-write': BookOpen,
  semaphore: Ticket,
  latch: Hourglass,
  job: Cog,
  timestamp: Clock3,
  plain: LockKeyhole,
} satisfies Record<LockKind, LucideIcon>;

/** Whether the bytes fit several libraries so well that none should be named. */
export function isAmbiguous({ id, confidence, alternatives }: LockFormat): boolean {
  return (confidence === 'possible' || id === 'random-token') && alternatives.length >= 2;
}

/** The library that most likely wrote the lock: the one whose scripts are on the server, where the bytes fit several. */
export function likelyLibrary({ library, hint }: LockFormat): string {
  return hint?.library ?? library;
}

/** Kind as an icon and the library that wrote the lock, or among how many it may be. */
export function FormatLabel({ lock }: { lock: Pick<LockReading, 'kind' | 'format'> }) {
  const t = useT('parts');
  const { format, kind } = lock;
  const several = isAmbiguous(format);
  const Icon = several ? CircleQuestionMark : KIND_ICONS[kind];
  const libraries = [format, ...format.alternatives].map(({ library }) => library);
  const library = likelyLibrary(format);
  const text = several ? t('format.candidates', { count: format.alternatives.length }) : library;
  const why = format.hint ? [t('format.ran', { library })] : [];
  const title = [t(`kind.${kind}`), t(`confidence.${format.confidence}`), ...why, libraries.join(', ')];
  return (
    <span title={title.join(' · ')} className="flex min-w-0 items-center gap-2 text-2">
      <Icon size={14} aria-hidden className="shrink-0 text-3" />
      <span className="min-w-0 truncate">{text}</span>
    </span>
  );
}
