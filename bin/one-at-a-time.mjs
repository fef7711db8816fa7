/** For work that one process at a time may do, such as building into a folder. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const LOOK_AGAIN_MS = 250;

/** Waits until no other process has `lockFile`, then does `work`. The file of a process that is gone counts for nothing. */
export async function oneAtATime(lockFile, work) {
  while (!claim(lockFile)) await pause(LOOK_AGAIN_MS);
  try {
    return await work();
  } finally {
    rmSync(lockFile, { force: true });
  }
}

function claim(lockFile) {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  if (!isAlive(ownerOf(lockFile))) rmSync(lockFile, { force: true });
  return false;
}

/** null = it is being written, or was given back. */
function ownerOf(lockFile) {
  try {
    return Number(readFileSync(lockFile, 'utf8')) || null;
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

function isAlive(pid) {
  if (pid === null) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}
