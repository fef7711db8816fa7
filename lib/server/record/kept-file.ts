import { randomUUID } from 'node:crypto';
import { type BigIntStats, constants } from 'node:fs';
import { access, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Several times what a thousand entries take. */
const SIZE_LIMIT = 16_000_000n;

/**
 * Replaces the file: whoever reads sees the old or the new one as a whole, and once this resolves the new one survives a
 * loss of power. Resolves to its stamp. Throws what the file system does, and has changed nothing then.
 */
export async function replaceText(path: string, text: string): Promise<string> {
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
      await file.writeFile(text);
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

/** A file that replaces another has a number of its own, so two within one tick of the clock differ. */
export function stampOf({ ino, size, mtimeNs }: BigIntStats): string {
  if (size > SIZE_LIMIT) throw new RangeError(`it has ${size} bytes, more than ${SIZE_LIMIT}`);
  return `${ino} ${size} ${mtimeNs}`;
}

/** Makes the names of a folder survive a loss of power. */
export async function syncFolder(folder: string): Promise<void> {
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
