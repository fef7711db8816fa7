import { useT } from '@/components/i18n/use-t';
import { doneOnNode } from '@/lib/domain/actions/after-action';
import { countLeft, hasKeysLeft, leftOf } from '@/lib/domain/actions/hold-choice';
import type { Done } from './done';

/** The outcome of an action in a few words: "Released", "Released on 3 of 5 nodes". */
export function useDoneTitle(): (done: Pick<Done, 'after' | 'result'>) => string {
  const t = useT('actions');
  return ({ result: { outcome, hold }, after }) => {
    const freed = (hold?.keys ?? []).filter((key) => key.outcome === 'released').length;
    if (outcome === 'partly-released' && hold && hasKeysLeft(hold)) {
      const of = hold.keys.length + countLeft(hold);
      return t(`title.partlyHold.${leftOf(hold)}`, { done: freed, of });
    }
    if (freed > 1 && after?.is !== 'short') return t('title.doneKeys', { count: freed });
    const did = doneOnNode(outcome);
    return after && after.done < after.of ? t(`title.partly.${did}`, { ...after }) : t(`title.done.${did}`);
  };
}
