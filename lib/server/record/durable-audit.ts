import type { AuditEntry, ChainedEntry } from '../../contract/audit';
import { matchesAudit } from '../../domain/actions/audit';
import type { Archive } from '../../history/archive/archive-types';
import type { HistoryStore, NewAuditEntry } from '../../history/memory/store';
import { within } from './within';

/** Before an act the archive has this long to take its entry. */
const PATIENCE_MS = 1_500;
const RETRY_MS = 5_000;
/** Entries of this process that are kept in memory, and of these those that the archive lacks. */
const KEPT = 10_000;

type Kept = {
  entry: AuditEntry;
  /** Its number in the archive; null = it is not there. */
  durableId: number | null;
  /** Whether the archive has its outcome as well. */
  isCurrent: boolean;
  /** It is on its way there. */
  isUnderWay: boolean;
};

export type DurableAudit = Pick<HistoryStore, 'appendAudit' | 'updateAudit' | 'audit' | 'problem'> & {
  /** Tries once more, for `ms` at most, and ends. What the archive never took is logged. */
  close(ms: number): Promise<void>;
};

type Options = {
  archive: Pick<Archive, 'appendAudit' | 'updateAudit' | 'audit' | 'problem'>;
  log(message: string, details: Record<string, unknown>): void;
  patienceMs?: number;
  retryMs?: number;
};

/**
 * The audit in the archive. While that cannot be written an act stays possible: its entry is in memory and in the log under
 * a number below zero, `problem` says so, and it is written as soon as the archive takes it.
 */
export function createDurableAudit(options: Options): DurableAudit {
  const { archive, log, patienceMs = PATIENCE_MS, retryMs = RETRY_MS } = options;
  const kept = new Map<number, Kept>();
  let lastOwnId = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let trying: Promise<void> = Promise.resolve();
  let closed = false;

  function keep(one: Kept): AuditEntry {
    kept.set(one.entry.id, one);
    for (const [id, { durableId, isCurrent }] of kept) {
      if (kept.size <= KEPT) break;
      if (durableId === null || !isCurrent) log('an entry of the audit is forgotten', { id });
      kept.delete(id);
    }
    return { ...one.entry };
  }

  function missing(): Kept[] {
    return [...kept.values()].filter(({ durableId, isCurrent }) => durableId === null || !isCurrent);
  }

  async function writeMissing(): Promise<void> {
    for (const one of missing()) {
      if (one.isUnderWay) continue;
      if (one.durableId === null) {
        const { id, ...entry } = one.entry;
        one.durableId = (await archive.appendAudit(entry)).id;
        one.isCurrent = entry.outcome === one.entry.outcome;
        log('an entry of the audit is in the archive now', { id, durableId: one.durableId });
      } else {
        const { outcome, details } = one.entry;
        await archive.updateAudit(one.durableId, { outcome, details });
        one.isCurrent = one.entry.outcome === outcome;
      }
    }
  }

  function tryLater(): void {
    if (timer || closed) return;
    timer = setTimeout(() => {
      trying = writeMissing()
        .catch(() => {}) // the archive says why; it is tried again
        .then(() => {
          timer = null;
          if (missing().length > 0) tryLater();
        });
    }, retryMs);
  }

  /** An answer that comes too late to wait for still counts. */
  function adopt(one: Kept, writing: Promise<AuditEntry>): void {
    writing.then(
      ({ id }) => {
        one.isUnderWay = false;
        one.durableId = id;
        if (!one.isCurrent) tryLater();
      },
      () => {
        one.isUnderWay = false;
        tryLater();
      },
    );
  }

  return {
    async appendAudit(entry: NewAuditEntry) {
      const writing = archive.appendAudit(entry);
      try {
        const durable = await within(patienceMs, writing);
        return keep({ entry: durable, durableId: durable.id, isCurrent: true, isUnderWay: false });
      } catch (error) {
        const own = { ...entry, id: --lastOwnId };
        const one: Kept = { entry: own, durableId: null, isCurrent: true, isUnderWay: true };
        log('the audit is kept in memory only', { ...one.entry, error: textOf(error) });
        adopt(one, writing);
        return keep(one);
      }
    },

    async updateAudit(id, change) {
      const one = kept.get(id);
      // Of an earlier process, whose entries are in the archive or nowhere.
      if (!one) return within(patienceMs, archive.updateAudit(id, change));
      one.entry = { ...one.entry, ...change };
      if (one.durableId === null) {
        one.isCurrent = false;
        log('the audit is kept in memory only', { id, ...change });
        return;
      }
      try {
        await within(patienceMs, archive.updateAudit(one.durableId, change));
      } catch (error) {
        one.isCurrent = false;
        log('the outcome is kept in memory only', { id, ...change, error: textOf(error) });
        tryLater();
      }
    },

    async audit(query) {
      const { limit, ...filter } = query;
      const own = [...kept.values()].filter(({ entry }) => matchesAudit(entry, filter));
      const newest = (entries: ChainedEntry[]) => entries.sort((a, b) => b.atMs - a.atMs).slice(0, limit);
      try {
        const stored = await within(patienceMs, archive.audit(query));
        const behind = new Map(
          own.flatMap((one) =>
            one.durableId !== null && !one.isCurrent ? [[one.durableId, unchained(one)]] : [],
          ),
        );
        const known = stored.map((entry) => ({ ...entry, ...behind.get(entry.id), id: entry.id }));
        const extra = own.filter(({ durableId }) => durableId === null).map(unchained);
        return extra.length === 0 ? known : newest([...known, ...extra]);
      } catch {
        // The archive says why; what this process did is known all the same.
        return newest(own.reverse().map(unchained));
      }
    },

    problem() {
      const count = missing().length;
      const problem = archive.problem()?.message ?? null;
      if (count === 0) return problem;
      return `${problem ?? 'The archive does not answer.'} Entries of the audit in memory only: ${count}.`;
    },

    async close(ms) {
      if (timer) clearTimeout(timer);
      await trying;
      closed = true;
      await within(ms, writeMissing()).catch(() => {}); // what is left is logged
      for (const { entry } of missing()) log('an entry of the audit is lost', { ...entry });
    },
  };
}

/** An entry that the archive lacks, or lacks the outcome of, has no link that states it. */
function unchained({ entry }: Kept): ChainedEntry {
  return { ...entry, hash: null };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
