/** Who started us, and whether they are still there. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const SHELLS = ['sh', 'dash', 'bash', 'ash', 'zsh', 'busybox'];

/**
 * A function that tells whether our parent is gone. npm may run scripts through a shell that outlives it, so then the
 * parent of that shell counts as well.
 */
export function parentWatch() {
  const parent = process.ppid;
  const viaShell = process.env.npm_lifecycle_event !== undefined && SHELLS.includes(nameOf(parent));
  const npm = viaShell ? parentOf(parent) : null;
  return () => process.ppid !== parent || (npm !== null && parentOf(parent) !== npm);
}

function nameOf(pid) {
  return field(pid, 'comm').split('/').pop();
}

function parentOf(pid) {
  return Number(field(pid, 'ppid')) || null;
}

/** `comm` or `ppid` of a process, '' when it is gone. `ps` is for systems without /proc. */
function field(pid, name) {
  try {
    if (process.platform !== 'linux') {
      return execFileSync('ps', ['-o', `${name}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();
    }
    const [, comm, ppid] = /\((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return (name === 'comm' ? comm : ppid) ?? '';
  } catch {
    return '';
  }
}
