import { randomUUID } from 'node:crypto';
import type { AuditEntry, ChainedEntry } from '../../contract/audit';
import { matchesAudit } from '../../domain/actions/audit';
import { ConsoleError } from '../../domain/values/errors';
import type { Archive } from '../../history/archive/archive-types';
import type { HistoryStore, NewAuditEntry } from '../../history/memory/store';
import { type AuditLine, appendAuditLine, relinked, waitingAudit } from './audit-file';
import { within } from './within';

/** Before an act the archive has this long to take its entry, and then the spool as long. */
const PATIENCE_MS = 1_500;
const RETRY_MS = 5_000;
/** Without a spool there is nothing to go to: what is in memory answers as soon as this process runs. */
const ALONE_MS = 30_000;
/** Entries of this process that are kept in memory. */
const KEPT = 10_000;

type Kept = {
  uid: string;
  entry: AuditEntry;
  /** Its number in the archive; null = it is not there. */
  durableId: number | null;
  /** Whether the archive has its outcome as well. */
  isCurrent: boolean;
  /** It is on its way there. */
  isUnderWay: boolean;
  /** All of it that the archive lacks is in the spool. */
  isSpooled: boolean;
};

type DurableAudit = Pick<
  HistoryStore,
  'appendAudit' | 'updateAudit' | 'audit' | 'auditWaiting' | 'problem'
> & {
  /** Tries once more, for `ms` at most, and ends. An entry that neither archive nor spool has is logged. */
  close(ms: number): Promise<void>;
};

type Options = {
  archive: Pick<Archive, 'appendAudit' | 'updateAudit' | 'takeAudit' | 'audit' | 'problem'>;
  /** The file for entries that the archive does not take (`audit-file.ts`); null = there is none. */
  spool: string | null;
  log(message: string, details: Record<string, unknown>): void;
  /** Gets each entry before its act, and each outcome. */
  print?(line: Record<string, unknown>): void;
  patienceMs?: number;
  retryMs?: number;
};

/**
 * The audit in the archive. An entry that the archive does not take in time is on the disk in the spool before the act, under a
 * number below zero until it is in the archive; `problem` says so. `appendAudit` throws `not-audited` where neither takes it, so that
 * nothing is done.
 */
export function createDurableAudit(options: Options): DurableAudit {
  const { archive, spool, log, print = () => {}, retryMs = RETRY_MS } = options;
  const { patienceMs = spool === null ? ALONE_MS : PATIENCE_MS } = options;
  const kept = new Map<number, Kept>();
  /** Numbers of entries that wait in the spool and are of another process. */
  const others = new Map<string, number>();
  let lastOwnId = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let trying: Promise<void> = Promise.resolve();
  let closed = false;

  function keep(one: Kept): AuditEntry {
    kept.set(one.entry.id, one);
    for (const [id, each] of kept) {
      if (kept.size <= KEPT) break;
      if (isMissing(each) && !each.isSpooled) log('an entry of the audit is forgotten', { id });
      kept.delete(id);
    }
    print({ audit: 'entry', uid: one.uid, ...one.entry });
    return { ...one.entry };
  }

  const missing = () => [...kept.values()].filter(isMissing);

  /** Numbers below zero are of this process alone: in what is stored an entry goes by its uid until the archive has it. */
  function linked(details: AuditEntry['details']): AuditEntry['details'] {
    return relinked(details, (name) => {
      const isOwn = typeof name === 'string' || (typeof name === 'number' && name < 0);
      const one = isOwn
        ? [...kept.values()].find(({ uid, entry }) => name === uid || name === entry.id)
        : null;
      return one ? (one.durableId ?? one.uid) : undefined;
    });
  }

  async function writeMissing(): Promise<void> {
    for (const one of missing()) {
      if (one.isUnderWay) continue;
      const { id, ...entry } = one.entry;
      const { outcome, details } = entry;
      if (one.durableId === null) {
        const taken = await archive.takeAudit({ uid: one.uid, entry, change: { outcome, details } });
        one.durableId = taken?.entry.id ?? null;
        log('an entry of the audit is in the archive now', { id, durableId: one.durableId });
      } else await archive.updateAudit(one.durableId, { outcome, details });
      one.isCurrent = one.entry.outcome === outcome && one.entry.details === details;
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
    const isThere = ({ id }: AuditEntry) => {
      one.durableId = id;
      // It lacks the mark that it was spooled.
      one.isCurrent = false;
    };
    const settled = () => {
      one.isUnderWay = false;
      if (isMissing(one)) tryLater();
    };
    writing.then(isThere, () => {}).then(settled);
  }

  async function spooled(line: AuditLine): Promise<void> {
    if (spool === null) throw new ConsoleError('not-audited', 'there is no file for it');
    await within(patienceMs, appendAuditLine(spool, line));
  }

  /** That nothing was done, wherever the attempt may have arrived all the same. */
  function refuse(uid: string, { details }: NewAuditEntry, writing: Promise<AuditEntry>): void {
    const refused = { outcome: 'refused' as const, details: { ...details, code: 'not-audited' } };
    writing.then(({ id }) => archive.updateAudit(id, refused)).catch(() => {});
    spooled({ uid, ...refused, details: { ...refused.details, spooled: uid } }).catch(() => {});
  }

  async function spoolChange(one: Kept, error: unknown): Promise<void> {
    const { uid, entry } = one;
    entry.details = { ...entry.details, spooled: uid };
    const { id, outcome, details } = entry;
    Object.assign(one, { isCurrent: false, isSpooled: false });
    tryLater();
    try {
      await spooled({ uid, outcome, details });
      one.isSpooled = true;
      log('an outcome of the audit is in the spool', { id, outcome, error: textOf(error) });
    } catch (cause) {
      const why = `${textOf(error)}; ${textOf(cause)}`;
      log('the outcome is kept in memory only', { id, outcome, details, error: why });
    }
  }

  /** Entries that the archive lacks, by uid. */
  async function waiting(): Promise<Map<string, AuditEntry>> {
    const found = await (spool === null ? [] : within(patienceMs, waitingAudit(spool)).catch(() => []));
    const own = new Map([...kept.values()].map((one) => [one.uid, one]));
    const known = new Map<string, AuditEntry>();
    for (const { uid, entry, change } of found) {
      if (!entry || own.has(uid)) continue;
      const id = others.get(uid) ?? --lastOwnId;
      others.set(uid, id);
      known.set(uid, { ...entry, ...change, id });
    }
    for (const uid of others.keys()) if (!known.has(uid)) others.delete(uid);
    for (const { uid, durableId, entry } of own.values()) if (durableId === null) known.set(uid, entry);
    return known;
  }

  return {
    async appendAudit(of: NewAuditEntry) {
      const entry = { ...of, details: linked(of.details) };
      const uid = randomUUID();
      const writing = archive.appendAudit(entry, uid);
      const known = { uid, isCurrent: true };
      try {
        const durable = await within(patienceMs, writing);
        return keep({ ...known, entry: durable, durableId: durable.id, isUnderWay: false, isSpooled: false });
      } catch (error) {
        const own = { ...entry, details: { ...entry.details, spooled: uid } };
        try {
          await spooled({ uid, entry: own });
        } catch (cause) {
          refuse(uid, entry, writing);
          const why = { error: textOf(error), spool: textOf(cause) };
          log('a change is refused: neither the history nor its spool takes the audit', why);
          const text = 'The audit cannot be written, so nothing was done.';
          throw new ConsoleError('not-audited', text, { mayHaveHappened: false }, { cause });
        }
        const id = --lastOwnId;
        const one: Kept = {
          ...known,
          entry: { ...own, id },
          durableId: null,
          isUnderWay: true,
          isSpooled: true,
        };
        log('an entry of the audit is in the spool', { id, uid, error: textOf(error) });
        adopt(one, writing);
        return keep(one);
      }
    },

    async updateAudit(id, { outcome, details }) {
      const one = kept.get(id);
      const change = { outcome, details: linked(details) };
      print({ audit: 'outcome', uid: one?.uid ?? null, id, ...change });
      // Of an earlier process, whose entries are in the archive or in the spool.
      if (!one) return within(patienceMs, archive.updateAudit(id, change));
      one.entry = { ...one.entry, ...change };
      if (one.durableId === null) return spoolChange(one, archive.problem()?.message);
      try {
        await within(patienceMs, archive.updateAudit(one.durableId, change));
      } catch (error) {
        await spoolChange(one, error);
      }
    },

    async audit(query) {
      const { limit, ...filter } = query;
      const matching = [...(await waiting())].filter(([, entry]) => matchesAudit(entry, filter));
      const newest = (entries: ChainedEntry[]) => entries.sort((a, b) => b.atMs - a.atMs).slice(0, limit);
      try {
        const stored = await within(patienceMs, archive.audit(query));
        const behind = new Map(
          [...kept.values()].flatMap((one) =>
            one.durableId !== null && !one.isCurrent ? [[one.durableId, unchained(one.entry)]] : [],
          ),
        );
        const known = stored.map((entry) => ({ ...entry, ...behind.get(entry.id), id: entry.id }));
        const there = new Set(stored.map(({ details }) => details.spooled ?? details.direct));
        const extra = matching.filter(([uid]) => !there.has(uid)).map(([, entry]) => unchained(entry));
        return extra.length === 0 ? known : newest([...known, ...extra]);
      } catch {
        // The archive says why; what this process did is known all the same.
        const own = [...kept.values()].filter(
          ({ durableId, entry }) => durableId !== null && matchesAudit(entry, filter),
        );
        return newest(
          [...own.map(({ entry }) => entry), ...matching.map(([, entry]) => entry)].map(unchained),
        );
      }
    },

    async auditWaiting(bounds) {
      return [...(await waiting()).values()].filter((entry) => matchesAudit(entry, bounds)).length;
    },

    problem() {
      const count = missing().length;
      const problem = archive.problem()?.message ?? null;
      if (count === 0) return problem;
      return `${problem ?? 'The archive does not answer.'} Entries of the audit that it does not have: ${count}.`;
    },

    async close(ms) {
      if (timer) clearTimeout(timer);
      await trying;
      closed = true;
      await within(ms, writeMissing()).catch(() => {}); // the rest is in the spool, or logged
      for (const { isSpooled, entry } of missing())
        if (!isSpooled) log('an entry of the audit is lost', { ...entry });
    },
  };
}

function isMissing({ durableId, isCurrent }: Kept): boolean {
  return durableId === null || !isCurrent;
}

/** An entry that the archive lacks, or lacks the outcome of, has no link that states it. */
function unchained(entry: AuditEntry): ChainedEntry {
  return { ...entry, hash: null };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
