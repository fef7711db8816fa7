import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import type { JudgedHolder } from './holder-verdict';

/** By whom and since when a lock is in quarantine, what follows, and when it ends at the latest; for `quarantined` alone. */
export function useQuarantineText(): (of: JudgedHolder) => string {
  const t = useT('holderVerdict');
  const format = useFormat();
  return ({ lock: { expiresAtMs }, holder: { quarantine, since } }) => {
    const by = quarantine?.by ?? '';
    const isEnding = typeof expiresAtMs === 'number';
    return t('quarantine', {
      named: by === '' ? 'no' : 'yes',
      by,
      when: since === null ? 'unknown' : since.atLeast ? 'before' : 'at',
      since: since === null ? '' : format.clock(since.atMs),
      ends: isEnding ? 'yes' : 'no',
      until: isEnding ? format.clock(expiresAtMs) : '',
    });
  };
}
