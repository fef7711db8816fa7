import { randomUUID } from 'node:crypto';
import { type BigIntStats, constants, readFileSync, statSync } from 'node:fs';
import { access, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { FindingCode } from '../domain/lock';
import { REASON_LIMIT, type Silence } from '../domain/silence';

/** A silence as it is kept. One that was ended stays until it would have, so that another console does not bring it back. */
export type KeptSilence = Silence & { endedMs: number | null };

/** What a look at the file brought; `same` = it is as at the last look. */
export type Look =
  | { is: 'same' | 'none' }
  | { is: 'silences'; silences: KeptSilence[]; stamp: string }
  | { is: 'corrupt'; why: string };

const FILE = 'silences.json';
const LEFT_OVER_MS = 600_000;
/** Several times what a thousand silences take. */
const SIZE_LIMIT = 16_000_000n;

export const scopeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('lock'), id: z.string().min(1).max(2_048) }),
  z.strictObject({ kind: z.literal('family'), family: z.string().min(1).max(1_024) }),
  z.strictObject({ kind: z.literal('glob'), glob: z.string().min(1).max(256) }),
  z.strictObject({ kind: z.literal('node'), node: z.string().min(1).max(300) }),
  z.strictObject({ kind: z.literal('all') }),
]);

const fileSchema = z.object({
  v: z.literal(1),
  silences: z.array(
    z.object({
      id: z.string().min(1).max(64),
      // A rule that this version does not have is kept for the one that does.
      code: z.custom<FindingCode>((code) => typeof code === 'string' && code.length <= 64),
      target: z.string(),
      scope: scopeSchema,
      untilMs: z.number(),
      reason: z.string().max(REASON_LIMIT),
      by: z.string(),
      createdMs: z.number(),
      endedMs: z.number().nullable(),
    }),
  ),
});

export function silenceFilePath(folder: string): string {
  return join(folder, FILE);
}

/**
 * Reads the file at `path` unless it is still the one of `stamp`. Throws what the file system does, and `RangeError` for a
 * file that is not ours to judge: of a newer version, or far too large.
 */
export async function lookAt(path: string, stamp: string | null): Promise<Look> {
  try {
    const now = stampOf(await stat(/* turbopackIgnore: true */ path, { bigint: true }));
    if (now === stamp) return { is: 'same' };
    return decode(await readFile(/* turbopackIgnore: true */ path, 'utf8'), now);
  } catch (error) {
    return noneOrThrow(error);
  }
}

/** The same at the start, before the first question can come. */
export function firstLook(path: string): Look {
  try {
    const now = stampOf(statSync(/* turbopackIgnore: true */ path, { bigint: true }));
    return decode(readFileSync(/* turbopackIgnore: true */ path, 'utf8'), now);
  } catch (error) {
    return noneOrThrow(error);
  }
}

function noneOrThrow(error: unknown): Look {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { is: 'none' };
  throw error;
}

function decode(text: string, stamp: string): Look {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { is: 'corrupt', why: 'it is not JSON' };
  }
  const { v } = (json ?? {}) as { v?: unknown };
  if (typeof v === 'number' && v > 1)
    throw new RangeError(`it is of version ${v}, which is newer than this console`);
  const parsed = fileSchema.safeParse(json);
  if (parsed.success) return { is: 'silences', silences: parsed.data.silences, stamp };
  const [issue] = parsed.error.issues;
  return { is: 'corrupt', why: `${issue?.path.join('.') || 'the whole'}: ${issue?.message}` };
}

/**
 * Replaces the file: whoever reads sees the old or the new one as a whole, and once this resolves the new one survives a
 * loss of power. Resolves to its stamp. Throws what the file system does, and has changed nothing then.
 */
export async function replaceFile(path: string, silences: readonly KeptSilence[]): Promise<string> {
  const folder = dirname(path);
  await prepareFolder(path);
  const written = `${path}.${randomUUID()}.tmp`;
  let stamp: string;
  try {
    const file = await open(
      /* turbopackIgnore: true */ written,
      constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY,
      0o600,
    );
    try {
      await file.writeFile(`${JSON.stringify({ v: 1, silences }, null, 1)}\n`);
      await file.sync();
      // Before the rename: after it, another console's file may stand there.
      stamp = stampOf(await file.stat({ bigint: true }));
    } finally {
      await file.close();
    }
    await rename(written, path);
  } catch (error) {
    await rm(written, { force: true }).catch(() => {}); // the first failure is the one to tell
    throw error;
  }
  await syncFolder(folder);
  return stamp;
}

/** Makes the folder of `path` if it is not there. Throws what the file system does, also when it takes no files. */
export async function prepareFolder(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await access(dirname(path), constants.W_OK | constants.X_OK);
}

/** Moves a file that cannot be understood out of the way; resolves to its new path. Throws what the file system does. */
export async function moveAside(path: string, nowMs: number): Promise<string> {
  const aside = `${path}.corrupt-${new Date(nowMs).toISOString().replace(/[:.]/g, '-')}`;
  await rename(path, aside);
  return aside;
}

/** Removes what a console that was killed while it wrote has left, once that is ten minutes ago. */
export async function sweepLeftOvers(path: string, nowMs: number): Promise<void> {
  const folder = dirname(path);
  for (const name of await readdir(/* turbopackIgnore: true */ folder)) {
    if (!name.startsWith(`${FILE}.`) || !name.endsWith('.tmp')) continue;
    const left = join(folder, name);
    if (nowMs - (await stat(/* turbopackIgnore: true */ left)).mtimeMs > LEFT_OVER_MS)
      await rm(left, { force: true });
  }
}

/** A file that replaces another has a number of its own, so two within one tick of the clock differ. */
function stampOf({ ino, size, mtimeNs }: BigIntStats): string {
  if (size > SIZE_LIMIT) throw new RangeError(`it has ${size} bytes, more than ${SIZE_LIMIT}`);
  return `${ino} ${size} ${mtimeNs}`;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(/* turbopackIgnore: true */ folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } catch (error) {
    // Some file systems cannot; the file itself is written all the same.
    if ((error as NodeJS.ErrnoException).code !== 'EINVAL') throw error;
  } finally {
    await handle.close();
  }
}
