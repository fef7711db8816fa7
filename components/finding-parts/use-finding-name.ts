import { useT } from '@/components/i18n/use-t';
import type { FindingCode } from '@/lib/contract/finding-codes';

/** What a finding of this code is about, of whatever lock or node; the code itself where no words are known for it. */
export function useFindingName(): (code: string) => string {
  const t = useT('findings');
  return (code) => (t.has(`code.${code}`) ? t(`code.${code as FindingCode}.title`) : code);
}
