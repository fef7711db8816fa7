import { useT } from '@/components/i18n/use-t';
import type { AuditEntry } from '@/lib/contract/audit';
import { leftKeysOf, leftOfRun } from '@/lib/domain/actions/left-keys';

/** What was not released by an act that was done in part: keys of its hold, or locks of its run. */
export function KeysLeft({ entry: { action, details, outcome } }: { entry: AuditEntry }) {
  const t = useT('audit');
  if (outcome !== 'partly-released') return null;
  // Too few nodes of a group, which is said by itself.
  if (details.short === true && !details.hold) return null;
  const text = action === 'release-many' ? ofRun() : ofHold();
  if (text === null) return null;
  return (
    <p data-testid="keys-left" className="wrap-anywhere max-w-64 whitespace-normal text-3 text-xs">
      {text}
    </p>
  );

  function ofRun(): string | null {
    const count = leftOfRun(details.counts);
    return count === null ? null : t('left.run', { count });
  }

  function ofHold(): string {
    const { is, keys, unseen, hidden } = leftKeysOf(details.hold);
    const all = [
      ...keys,
      ...(unseen > 0 ? [t('leftMore', { count: unseen })] : []),
      ...(hidden > 0 ? [t('leftHidden', { count: hidden })] : []),
    ];
    return all.length === 0 ? t('left.unnamed') : t(`left.${is}`, { keys: all.join(', ') });
  }
}
