import { randomInt } from 'node:crypto';
import { readdirSync } from 'node:fs';
import type { Redis } from 'ioredis';
import { type ByteString, bytesOf } from '../../lib/domain/keys/bytes';
import type { RawKey } from '../../lib/domain/keys/raw-key';
import type { Example, Fixture } from '../../lib/formats/core/fixture';
import type { Command } from '../../lib/formats/core/fixture-unlocks';
import { companionsOf } from '../../lib/formats/index';
import { readGroups, readKeys } from '../../lib/redis/reading/read-keys';

const FOLDER = new URL('../../lib/formats/', import.meta.url);

/** The fixtures of all formats. */
export async function allFixtures(): Promise<Fixture[]> {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.fixture.ts'),
  );
  return Promise.all(
    files.map(async (file) => (await import(/* @vite-ignore */ new URL(file, FOLDER).href)).fixture),
  );
}

export type WrittenKey = {
  raw: RawKey;
  companions: ReadonlyMap<ByteString, RawKey>;
  nowMs: number;
  written: ByteString[];
};

/**
 * The unique part of a name, 8 hexadecimal digits, of which the letter is not drawn: where there is none, as in one of 43,
 * it is no word of the name, and a lock word behind it is the first.
 */
export function uniquePart(): string {
  return `a${String(randomInt(1e7)).padStart(7, '0')}`;
}

/** Writes an example to a real Redis under a name of its own, and reads it as the console does. */
export async function writtenKey(
  redis: Redis,
  { key: keyOf, write }: Pick<Example, 'key' | 'write'>,
): Promise<WrittenKey> {
  const text = keyOf(uniquePart());
  const nowMs = Date.now();
  const commands = write(text, nowMs);
  for (const command of commands) await call(redis, command);
  const read = await readWithCompanions(redis, bytesOf(text));
  return { ...read, nowMs, written: [...new Set(commands.map((command) => bytesOf(String(command[1]))))] };
}

/** A key and all that may belong to it. */
export async function readWithCompanions(
  redis: Redis,
  key: ByteString,
): Promise<Pick<WrittenKey, 'raw' | 'companions'>> {
  const [alone] = await readKeys(redis, [key], Date.now);
  if (!alone) throw new Error('nothing was read');
  const [[raw = alone, ...others] = []] = await readGroups(redis, [[key, ...companionsOf(alone)]], Date.now);
  return { raw, companions: new Map(others.map((each) => [each.key, each])) };
}

export async function call(redis: Redis, [name, ...args]: Command): Promise<void> {
  await redis.call(String(name), ...args);
}
