import { readFileSync, statSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { FindingCode } from '../../contract/finding-codes';
import { REASON_LIMIT } from '../../contract/limits';
import { type Silence, SilenceScope } from '../../contract/silences';
import { replaceText, stampOf } from './kept-file';

/** A silence as it is kept. One that was ended stays until it would have, so that another console does not bring it back. */
export type KeptSilence = Silence & { endedMs: number | null };

/** What a look at the file brought; `same` = it is as at the last look. */
export type Look =
  | { is: 'same' | 'none' }
  | { is: 'silences'; silences: KeptSilence[]; stamp: string }
  | { is: 'corrupt'; why: string };

const FILE = 'silences.json';
const LEFT_OVER_MS = 600_000;

const fileSchema = z.object({
  v: z.literal(1),
  silences: z.array(
    z.object({
      id: z.string().min(1).max(64),
      // A rule that this version does not have is kept for the one that does.
      code: z.custom<FindingCode>((code) => typeof code === 'string' && code.length <= 64),
      target: z.string(),
      scope: SilenceScope,
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
export function firstCheck(path: string): Look {
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

/** Replaces the file as `replaceText`. */
export function replaceFile(path: string, silences: readonly KeptSilence[]): Promise<string> {
  return replaceText(path, `${JSON.stringify({ v: 1, silences }, null, 1)}\n`);
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
