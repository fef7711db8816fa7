import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';

/** Says of a token on several locks whether these are several keys, or one key of several nodes. */
export function TokenSpread({ keys, locks }: { keys: number; locks: number }) {
  const t = useT('holders');
  const format = useFormat();
  return keys > 1 ? t('tokenKeys', { n: format.count(keys) }) : t('tokenNodes', { n: format.count(locks) });
}
