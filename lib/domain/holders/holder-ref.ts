import type { Holder } from '../../contract/holder';

/**
 * Names of a holder under which its other locks are found, the widest first: the client instance (a Redisson node id, a
 * Spring registry's uuid, a process of ours), the process on a host, the token itself. Empty when nothing identifies
 * the holder.
 */
export function holderRefsOf({
  token,
  tokenUnique,
  process,
}: Pick<Holder, 'token' | 'tokenUnique' | 'process'>): string[] {
  const refs = [instanceRefOf(process), processRefOf(process)].filter((ref) => ref !== null);
  if (tokenUnique && token.exact) refs.push(`token:${token.text}`);
  return refs;
}

/** The widest of these names that identifies a process, not a token; null = the process is not known. */
export function widestRefOf(process: Holder['process']): string | null {
  return instanceRefOf(process) ?? processRefOf(process);
}

function instanceRefOf(process: Holder['process']): string | null {
  return process?.instance ? `instance:${process.instance}` : null;
}

function processRefOf(process: Holder['process']): string | null {
  if (!process?.host || process.pid === null) return null;
  // In containers many processes have pid 1: without the start time only host and pid identify the process.
  return `process:${process.host}:${process.pid}${process.startMs === null ? '' : `@${process.startMs}`}`;
}

/** Path of the page that lists all locks of a holder; null = nothing identifies the holder. */
export function holderPath(holder: Holder): string | null {
  const [ref] = holderRefsOf(holder);
  return ref === undefined ? null : `/holders/${encodeURIComponent(ref)}`;
}
