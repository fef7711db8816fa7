import { withTarget } from '@/components/app/use-target';
import { useT } from '@/components/i18n/use-t';
import { Chip } from '@/components/ui/chip';
import { Link } from '@/components/ui/link';
import type { HistoryScope } from '@/lib/contract/history/history-queries';
import { displayOf } from '@/lib/domain/keys/bytes';
import { familyOf } from '@/lib/domain/keys/family';
import { keyOfSlug, lockPath, parseLockId } from '@/lib/domain/keys/lock-id';

type Props = {
  scope: HistoryScope;
  onScope(scope: Pick<HistoryScope, 'family' | 'lock'>): void;
  onTarget(target: string | null): void;
};

/** What the charts are about, as chips that can be taken away; of a lock also the way to its family and its page. */
export function ScopeChips({ scope: { target, family, lock }, onScope, onTarget }: Props) {
  const t = useT('history');
  const key = lock ? keyText(lock) : null;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-2 whitespace-normal">
      {target === null && family === null && lock === null ? t('scope.all') : null}
      {target !== null && lock === null ? (
        <Chip name={t('scope.target')} removeLabel={t('scope.removeTarget')} onRemove={() => onTarget(null)}>
          {target}
        </Chip>
      ) : null}
      {family ? (
        <Chip
          name={t('scope.family')}
          removeLabel={t('scope.removeFamily')}
          onRemove={() => onScope({ family: null, lock: null })}
        >
          <bdi dir="ltr">{family}</bdi>
        </Chip>
      ) : null}
      {lock ? (
        <>
          <Chip
            name={t('scope.lock')}
            removeLabel={t('scope.removeLock')}
            onRemove={() => onScope({ family: null, lock: null })}
          >
            <bdi dir="ltr" title={key ?? lock}>
              {key ?? lock}
            </bdi>
          </Chip>
          {key !== null && familyOf(key) !== key ? (
            <button
              type="button"
              className="min-h-6 font-medium text-info hover:underline"
              onClick={() => onScope({ family: familyOf(key), lock: null })}
            >
              {t('scope.toFamily')}
            </button>
          ) : null}
          <Link
            href={withTarget(lockPath(lock), parseLockId(lock)?.target ?? null)}
            className="inline-flex min-h-6 items-center font-medium text-info hover:underline"
          >
            {t('scope.toLock')}
          </Link>
        </>
      ) : null}
    </span>
  );
}

/** Key of a lock for a screen; null = its id names it by a digest. */
export function keyText(id: string): string | null {
  const bytes = keyOfSlug(parseLockId(id)?.slug ?? '');
  return bytes === null ? null : displayOf(bytes).text;
}
