import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Kind } from '../protocol';

/** What somebody asks of a lock, as in the line protocol. */
export type Asked = { waitMs?: number; leaseMs?: number };

/** A lock that this process holds through its library. */
export type Held = {
  /** As it stands in Redis; absent where the library has none. */
  token?: string;
  release(): Promise<unknown>;
  extend?(leaseMs: number): Promise<unknown>;
  /** By what the library told us that it is lost; null = it did not. */
  loss?(): Error | null;
};

export type Locks = {
  /** null = the wait is over. */
  acquire(kind: Kind, key: string, asked: Asked): Promise<Held | null>;
};

/** A lock library behind the line protocol. */
export type Adapter = {
  /** Its npm package. */
  library: string;
  /** URL of its main file. */
  entry: string;
  open(where: { nodes: string[]; watchdogMs: number }): Promise<Locks>;
};

/** Lease of who names none, of a library that wants one. */
export const LEASE_MS = 60_000;

/** Tries of a library that is told how often to try, every `delayMs`; -1 = without end. */
export function triesIn(waitMs: number | undefined, delayMs: number): number {
  return waitMs === undefined ? -1 : Math.ceil(waitMs / delayMs);
}

/** What `acquiring` gives, or null when it fails because the lock is busy. */
export async function orBusy<T>(acquiring: Promise<T>, isBusy: (error: Error) => boolean): Promise<T | null> {
  try {
    return await acquiring;
  } catch (error) {
    if (error instanceof Error && isBusy(error)) return null;
    throw error;
  }
}

/** Version of the npm package that has this main file. */
export function versionOf(name: string, entry: string): string {
  for (let folder = dirname(fileURLToPath(entry)); ; folder = dirname(folder)) {
    const manifest = manifestIn(folder);
    if (manifest?.name === name && manifest.version) return manifest.version;
    if (folder === dirname(folder)) throw new Error(`${name} says no version`);
  }
}

function manifestIn(folder: string): { name?: string; version?: string } | null {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  } catch {
    return null; // it has none
  }
}
