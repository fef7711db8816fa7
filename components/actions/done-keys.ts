import type { Done } from './done';

/** The act as it was done to each key that was freed: of a hold over several keys one for each. */
export function doneByKey(done: Done): Done[] {
  const { hold } = done.result;
  if (!hold) return [done];
  const held = [{ lock: done.lock, holder: done.holder }, ...done.parts];
  return hold.keys.flatMap(({ id, outcome, nodes, woken, auditId }) => {
    const of = held.find(({ lock }) => lock.id === id);
    if (outcome !== 'released' || !of || auditId === null) return [];
    const { lock, holder } = of;
    return [{ ...done, lock, holder, result: { ...done.result, nodes, woken, auditId } }];
  });
}
