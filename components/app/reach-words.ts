import { useT } from '@/components/i18n/use-t';
import { type ReachWords, reachWords } from '@/lib/i18n/reach-words';

export function useReachWords(): ReachWords {
  return reachWords(useT('reach'));
}
