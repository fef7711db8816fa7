import { useT } from '@/components/i18n/use-t';
import { KIND_ICONS } from '@/components/lock-parts/format-label';
import { Tag } from '@/components/ui/badge';
import type { PastLock } from '@/lib/contract/history/past';
import { KnownHistory } from '../../past-parts/known-history';

/** Kind and library of a lock as last seen; nothing where they were not kept. */
export function PastTags({ lock: { kind, format } }: { lock: PastLock }) {
  const parts = useT('parts');
  const Icon = kind === null ? null : KIND_ICONS[kind];
  return (
    <>
      {kind !== null && Icon ? (
        <Tag icon={<Icon size={14} aria-hidden />}>{parts(`kind.${kind}`)}</Tag>
      ) : null}
      {format?.library ? <Tag>{format.library}</Tag> : null}
      <KnownHistory />
    </>
  );
}
