import { randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { open, readdir, readFile, rename, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { auditEntry } from '../../contract/audit';
import type { Archive, SpooledAudit, TakenAudit } from '../../history/archive/archive-types';
import { prepareFolder, syncFolder } from './kept-file';
import type { Log } from './log';

/**
 * Entries of the audit that no database has yet, in a file of JSON lines: one for each attempt before it is made and one for
 * each outcome. Who takes it in moves it to a name of its own first; a line that is written to it after that is written again.
 */

const Attempt = z.object({ uid: z.uuid(), entry: auditEntry.omit({ id: true }) });
const Outcome = auditEntry.pick({ outcome: true, details: true }).extend({ uid: z.uuid() });
/** A line of the file. */
export type AuditLine = z.infer<typeof Attempt> | z.infer<typeof Outcome>;

/**
 * Adds a line, which survives a loss of power once this resolves, and which whoever takes the file in then finds. Throws as
 * the file system does; part of the line may be there then, and harms no other one.
 */
export async function appendAuditLine(path: string, line: AuditLine): Promise<void> {
  await prepareFolder(path);
  // A line that was cut off before this one ends here.
  const text = `\n${JSON.stringify(line)}\n`;
  for (;;) {
    const file = await open(/* turbopackIgnore: true */ path, 'a', 0o600);
    try {
      const isNew = (await file.stat()).size === 0;
      await file.writeFile(text);
      await file.sync();
      if (isNew) await syncFolder(dirname(path));
      if (await isAt(path, file)) return;
    } finally {
      await file.close();
    }
  }
}

type Details = Record<string, unknown>;
/** What names another entry by its number. */
const LINKS = ['run', 'quarantine'] as const;

/** These details with other names for the entries that they name: `of` gives them, undefined = the name stays. */
export function relinked(details: Details, of: (name: unknown) => string | number | undefined): Details {
  const links = LINKS.flatMap((link) => {
    const name = of(details[link]);
    return name === undefined ? [] : [[link, name] as const];
  });
  return links.length === 0 ? details : { ...details, ...Object.fromEntries(links) };
}

/** Whether the file has this name still. While it is open nothing else gets its number. */
async function isAt(path: string, file: FileHandle): Promise<boolean> {
  const own = await file.stat({ bigint: true });
  const there = await orMissing(stat(/* turbopackIgnore: true */ path, { bigint: true }));
  return there !== null && there.ino === own.ino && there.dev === own.dev;
}

/** Entries and outcomes that wait to be taken in, oldest first. Throws as the file system does. */
export async function waitingAudit(path: string): Promise<SpooledAudit[]> {
  const texts = await Promise.all([...(await claimsOf(path)), path].map(textOf));
  return entriesOf(texts.join('\n'), () => {});
}

/**
 * Takes the file into the archive, and keeps it under another name. An attempt whose outcome is not there is `unknown`
 * until it comes. Entries of the command line say so (`details.direct`); those of a console have `details.spooled`. A line that the
 * archive does not take stays for the next time, and comes once, whoever takes it and however often it was begun; a line
 * that is none is logged and left out. Resolves with how many entries are new.
 */
export async function takeDirectAudit(
  { takeAudit }: Pick<Archive, 'takeAudit'>,
  path: string,
  log: Pick<Log, 'warn' | 'info'>,
  nowMs: number,
  onTaken: (taken: TakenAudit) => void = () => {},
): Promise<number> {
  await orMissing(rename(path, `${path}${CLAIM}${randomUUID()}`));
  let added = 0;
  const claims = await claimsOf(path);
  const ids = new Map<unknown, number>();
  const take = async (spooled: SpooledAudit) => {
    const taken = await takeAudit(numbered(concluded(spooled), ids));
    if (taken) {
      ids.set(spooled.uid, taken.entry.id);
      onTaken(taken);
    }
    if (taken?.isNew) added += 1;
    return taken !== null;
  };
  // An outcome may come before its entry: another console moves the file while it is written.
  const early: SpooledAudit[] = [];
  for (const claim of claims) {
    const warn = (line: string) => log.warn({ line: line.slice(0, 200) }, 'a line of the audit file is none');
    for (const spooled of entriesOf(await textOf(claim), warn))
      if (!(await take(spooled))) early.push(spooled);
  }
  for (const spooled of early)
    if (!(await take(spooled))) log.warn({ ...spooled }, 'an outcome is of no entry of the audit');
  for (const claim of claims) {
    // Another console may have taken it in just as well.
    await orMissing(rename(claim, `${path}.taken-${stampOf(nowMs)}-${randomUUID().slice(0, 8)}`));
  }
  if (added > 0) log.info({ entries: added, path }, 'entries that waited in a file are in the audit now');
  return added;
}

const CLAIM = '.taking-';

function stampOf(nowMs: number): string {
  return new Date(nowMs).toISOString().replace(/[:.]/g, '-');
}

/** Files that somebody began to take in, by hand renamed and older ones too. */
async function claimsOf(path: string): Promise<string[]> {
  const names = (await orMissing(readdir(/* turbopackIgnore: true */ dirname(path)))) ?? [];
  const begin = `${basename(path)}.taking`;
  return names.filter((name) => name.startsWith(begin)).map((name) => join(dirname(path), name));
}

/** Of an attempt without an outcome nobody knows whether it was made. */
function concluded({ uid, entry, change }: SpooledAudit): SpooledAudit {
  const isOpen = change === null && entry?.outcome === 'attempted';
  return { uid, entry: entry && isOpen ? { ...entry, outcome: 'unknown' } : entry, change };
}

/** The entries that it names, under the numbers that they have in the archive. */
function numbered({ uid, entry, change }: SpooledAudit, ids: ReadonlyMap<unknown, number>): SpooledAudit {
  const of = (name: unknown) => ids.get(name);
  return {
    uid,
    entry: entry && { ...entry, details: relinked(entry.details, of) },
    change: change && { ...change, details: relinked(change.details, of) },
  };
}

/** Each entry with its outcome, with the mark of the command line where the console's is missing. */
function entriesOf(text: string, onNone: (line: string) => void): SpooledAudit[] {
  const found = new Map<string, SpooledAudit>();
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const value = parsed(line);
    const attempt = Attempt.safeParse(value).data;
    const outcome = attempt ? undefined : Outcome.safeParse(value).data;
    const { uid } = attempt ?? outcome ?? {};
    if (uid === undefined) {
      onNone(line);
      continue;
    }
    const known = found.get(uid) ?? { uid, entry: null, change: null };
    found.set(uid, known);
    if (attempt) known.entry = { ...attempt.entry, details: marked(attempt.entry.details, uid) };
    else if (outcome) known.change = { outcome: outcome.outcome, details: marked(outcome.details, uid) };
  }
  return [...found.values()];
}

function marked(details: Record<string, unknown>, uid: string): Record<string, unknown> {
  return details.spooled === undefined ? { ...details, direct: uid } : details;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

async function textOf(path: string): Promise<string> {
  return (await orMissing(readFile(/* turbopackIgnore: true */ path, 'utf8'))) ?? '';
}

/** null = there is no such file. */
async function orMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
