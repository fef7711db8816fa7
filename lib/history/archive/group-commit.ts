import { setImmediate as nextTurn } from 'node:timers/promises';
import { isConsoleError } from '../../domain/values/errors';

/** What became of one change of a transaction that went through. */
export type Committed<Done> = { done: Done } | { error: unknown };

type GroupCommitOptions<Change, Done> = {
  /** Writes changes in one transaction, or none of them; resolves once they are durable, in their order. */
  write(changes: readonly Change[]): Promise<Committed<Done>[]>;
  /** The row that it changes; null = a new one. No two changes of one row share a transaction. */
  rowOf(change: Change): number | string | null;
};

/** Most changes in one transaction: it must not hold up other writers for long. */
const MOST = 100;

type Waiting<Change, Done> = {
  change: Change;
  resolve(done: Done): void;
  reject(error: unknown): void;
};

/**
 * Changes that are asked for while a transaction is under way share the next one, in the order in which they came. Each
 * resolves once it is durable. What fails for one of them fails that one alone: they are then written one by one. Where the
 * database is away or slow it is tried once for all of them.
 */
export function groupCommit<Change, Done>({
  write,
  rowOf,
}: GroupCommitOptions<Change, Done>): (change: Change) => Promise<Done> {
  const waiting: Waiting<Change, Done>[] = [];
  let isWriting = false;

  async function writeAll(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    // All that is asked for in this turn of the event loop goes with the first.
    await nextTurn();
    while (waiting.length > 0) await settle(waiting.splice(0, countOfNext()));
    isWriting = false;
  }

  /** How many of those that wait go together. */
  function countOfNext(): number {
    const rows = new Set<number | string>();
    const end = waiting.findIndex(({ change }, at) => {
      const row = rowOf(change);
      if (at === MOST || (row !== null && rows.has(row))) return true;
      if (row !== null) rows.add(row);
      return false;
    });
    return end < 0 ? waiting.length : end;
  }

  async function settle(group: readonly Waiting<Change, Done>[]): Promise<void> {
    try {
      const results = await write(group.map(({ change }) => change));
      for (const [at, { resolve, reject }] of group.entries()) {
        const result = results[at];
        if (result && 'done' in result) resolve(result.done);
        else reject(result?.error ?? new Error('a change has no result'));
      }
    } catch (error) {
      if (group.length > 1 && !isConsoleError(error)) for (const one of group) await settle([one]);
      else for (const { reject } of group) reject(error);
    }
  }

  return (change) =>
    new Promise((resolve, reject) => {
      waiting.push({ change, resolve, reject });
      void writeAll();
    });
}
