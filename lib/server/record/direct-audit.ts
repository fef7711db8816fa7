import { randomUUID } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { auditEntry } from '../../contract/audit';
import { ConsoleError } from '../../domain/values/errors';
import type { Archive } from '../../history/archive/archive-types';
import { placeOf } from '../../history/database/place';
import type { HistoryStore, NewAuditEntry } from '../../history/memory/store';
import { DATA_FOLDER } from '../config/config-history';
import { prepareFolder, replaceText } from './kept-file';
import type { Log } from './log';

/**
 * What the command line did on Redis itself while no console ran: a file of JSON lines, one for each attempt before it is
 * made and one for what came of it. A console on the same history takes it in.
 */

const FILE = 'direct-audit.jsonl';

const Attempt = z.object({ uid: z.uuid(), entry: auditEntry.omit({ id: true }) });
const Outcome = auditEntry.pick({ outcome: true, details: true }).extend({ uid: z.uuid() });
type Attempt = z.infer<typeof Attempt>;

/** The file of a history: in the folder of its database, or in the folder for data. `folder` = where nothing else says. */
export function directAuditFile(
  { history, dataDir }: { history: { url: string }; dataDir: string | null },
  folder: string,
): string {
  const place = placeOf(history.url, folder);
  if (place.kind === 'sqlite') return join(dirname(place.path), FILE);
  return join(dataDir ?? resolve(folder, DATA_FOLDER), FILE);
}

type Written = Pick<HistoryStore, 'appendAudit' | 'updateAudit'>;

/**
 * The audit of `inner`, written to the file as well: an attempt is on the disk before it is made. `appendAudit` throws
 * `not-stored` when it cannot be written there, so that nothing is done.
 */
export function withDirectAudit(inner: Written, path: string): Written {
  const uids = new Map<number, string>();

  async function write(line: object): Promise<void> {
    await prepareFolder(path);
    const file = await open(path, 'a', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(line)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  return {
    async appendAudit(entry: NewAuditEntry) {
      const uid = randomUUID();
      try {
        await write({ uid, entry } satisfies Attempt);
      } catch (cause) {
        const text = `the audit could not be written to ${path}; nothing was done`;
        throw new ConsoleError('not-stored', text, {}, { cause });
      }
      const kept = await inner.appendAudit(entry);
      uids.set(kept.id, uid);
      return kept;
    },
    async updateAudit(id, { outcome, details }) {
      await inner.updateAudit(id, { outcome, details });
      await write({ uid: uids.get(id), outcome, details });
    },
  };
}

/**
 * Takes the file into the archive, where each entry says that it came from there (`details.direct`), and keeps it under
 * another name. An attempt whose outcome never came is `unknown`. What the archive does not take stays for the next time;
 * a line that is none is logged and left out. Resolves with how many entries were taken.
 */
export async function takeDirectAudit(
  { appendAudit }: Pick<Archive, 'appendAudit'>,
  path: string,
  log: Pick<Log, 'warn' | 'info'>,
  nowMs: number,
): Promise<number> {
  const taking = `${path}.taking`;
  const isLeft = await textOf(taking);
  if (isLeft === null && !(await renamed(path, taking))) return 0;
  const entries = entriesOf((await textOf(taking)) ?? '', log);
  for (const [at, { uid, entry }] of entries.entries()) {
    const outcome = entry.outcome === 'attempted' ? 'unknown' : entry.outcome;
    try {
      await appendAudit({ ...entry, outcome, details: { ...entry.details, direct: uid } });
    } catch (error) {
      const rest = entries.slice(at).map((each) => `${JSON.stringify(each)}\n`);
      await replaceText(taking, rest.join(''));
      throw error;
    }
  }
  await rename(taking, `${path}.taken-${new Date(nowMs).toISOString().replace(/[:.]/g, '-')}`);
  if (entries.length > 0)
    log.info({ entries: entries.length, path }, 'the audit of the command line was taken in');
  return entries.length;
}

/** Attempts, each with what came of it. */
function entriesOf(text: string, log: Pick<Log, 'warn'>): Attempt[] {
  const found = new Map<string, Attempt>();
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const value = parsed(line);
    const attempt = Attempt.safeParse(value);
    const outcome = Outcome.safeParse(value);
    const known = outcome.success ? found.get(outcome.data.uid) : undefined;
    if (attempt.success) found.set(attempt.data.uid, attempt.data);
    else if (outcome.success && known) {
      known.entry.outcome = outcome.data.outcome;
      known.entry.details = outcome.data.details;
    } else log.warn({ line: line.slice(0, 200) }, 'a line of the audit of the command line is none');
  }
  return [...found.values()];
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

async function textOf(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function renamed(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
