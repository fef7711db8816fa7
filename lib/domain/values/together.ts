/**
 * Asks one question for all that is wanted at the same moment: whatever is asked for before this turn of the microtasks ends
 * goes with it, and the question is put after all of it was asked for. Answers are in the order of the items; when the
 * question fails, all of them reject with its error.
 */
export function together<Item, Answer>(
  ask: (items: readonly Item[]) => Promise<readonly Answer[]>,
): (item: Item) => Promise<Answer> {
  let next: { items: Item[]; answers: Promise<readonly Answer[]> } | null = null;

  function begin() {
    const items: Item[] = [];
    const answers = Promise.resolve().then(() => {
      next = null;
      return ask(items);
    });
    return { items, answers };
  }

  return async (item) => {
    next ??= begin();
    const { items, answers } = next;
    const at = items.push(item) - 1;
    return (await answers)[at] as Answer;
  };
}
