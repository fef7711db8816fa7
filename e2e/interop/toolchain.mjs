/** What the builds of the foreign programs share. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const TRIES = 3;

/** Calls `build` unless `memory` says that it was done with the present content of `sources`: files and folders. */
export async function unlessBuilt(memory, sources, build) {
  const present = hashOf(sources);
  if (existsSync(memory) && readFileSync(memory, 'utf8') === present) return;
  await build();
  mkdirSync(dirname(memory), { recursive: true });
  writeFileSync(memory, present);
}

function hashOf(sources) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesOf)) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

function filesOf(path) {
  if (!existsSync(path)) return [];
  const entries = readdirOf(path);
  if (!entries) return [path];
  const files = entries.filter((each) => each.isFile());
  return files.map((each) => join(each.parentPath ?? each.path, each.name)).sort();
}

function readdirOf(path) {
  try {
    return readdirSync(path, { recursive: true, withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOTDIR') return null;
    throw error;
  }
}

/** Runs `command` until it answers 0, at most three times, since registries have bad moments; else ends the process. */
export async function untilDone(what, command) {
  for (let attempt = 1; ; attempt++) {
    console.error(`[interop] ${what}`);
    const code = await command();
    if (code === 0) return;
    if (attempt === TRIES) fail(`${what} failed ${TRIES} times, last with code ${code}.`);
    await pause(attempt * 5_000);
  }
}

/** The first number that `pattern` finds in what a tool says when it is asked for its version; null = it cannot be run. */
export function versionOf(tool, args, pattern) {
  const { error, stdout, stderr } = spawnSync(tool, args, { encoding: 'utf8' });
  if (error) return null;
  return (
    pattern
      .exec(stdout + stderr)
      ?.slice(1)
      .map(Number) ?? null
  );
}

/** Ends the process with a problem and, by system, what helps. */
export function fail(problem, help = {}) {
  console.error(`[interop] ${problem}`);
  for (const [system, command] of Object.entries(help))
    console.error(`  ${`${system}:`.padEnd(16)} ${command}`);
  process.exit(1);
}
