/** Child processes with an owner: whatever happens to us, none of them outlives us. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parentWatch } from './parent.mjs';

const children = new Set();

/**
 * Starts `command` in a process group of its own, so that it can be ended with everything it started.
 * Stop it with `stopTree`.
 */
export function startTree(command, args, options = {}) {
  const child = spawn(command, args, { stdio: 'inherit', ...options, detached: true });
  children.add(child);
  child.once('error', () => children.delete(child));
  child.once('exit', () => {
    killGroup(child, 'SIGKILL');
    children.delete(child);
  });
  return child;
}

/** Asks a tree to end, kills what is left after `graceMs`, and resolves when its first process is gone. */
async function stopTree(child, graceMs = 5_000) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => killGroup(child, 'SIGKILL'), graceMs);
  await gone;
  clearTimeout(timer);
}

/**
 * Runs a command to its end and resolves to its exit code; 1 when a signal ended it or it could not start.
 * `foreground` leaves it our terminal, which sudo needs to ask for a password.
 */
export async function run(command, args, { foreground = false, ...options } = {}) {
  const child = foreground
    ? spawn(command, args, { stdio: 'inherit', ...options })
    : startTree(command, args, options);
  const failed = new Promise((resolve) => child.once('error', resolve));
  const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  const result = await Promise.race([ended, failed]);
  if (typeof result === 'number') return result;
  console.error(`${command} could not be started: ${result.message}`);
  return 1;
}

/**
 * Calls `stop` once when we are asked to end (SIGINT, SIGTERM, SIGHUP) or when our parent is gone, which is all we
 * notice when npm is killed, and then exits. The exit code is that of a process ended by the signal.
 */
export function endWithParent(stop) {
  const parentIsGone = parentWatch();
  let ending = false;
  const end = async (code) => {
    if (ending) return;
    ending = true;
    clearInterval(watch);
    try {
      await stop();
    } finally {
      process.exit(code);
    }
  };
  const watch = setInterval(() => parentIsGone() && end(143), 500);
  watch.unref();
  process.on('SIGINT', () => end(130));
  process.on('SIGTERM', () => end(143));
  process.on('SIGHUP', () => end(129));
}

/** Ends every tree that is still running. */
export async function stopAll(graceMs) {
  await Promise.all([...children].map((child) => stopTree(child, graceMs)));
}

function killGroup(child, signal) {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // the whole group is gone already
  }
}

process.on('exit', () => {
  for (const child of children) killGroup(child, 'SIGKILL');
});
