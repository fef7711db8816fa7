import type { Holder } from '../../contract/holder';

/**
 * Names of whoever has a lock, under which its other locks are found too: the client instance (a Redisson node id, a
 * Spring registry's uuid, a process of ours), the process on a host, the token itself. The widest first; none for a
 * holder that nothing tells from others.
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

/** The widest of these names that is of a process and not of a token; null = its process is not known. */
export function widestRefOf(process: Holder['process']): string | null {
  return instanceRefOf(process) ?? processRefOf(process);
}

function instanceRefOf(process: Holder['process']): string | null {
  return process?.instance ? `instance:${process.instance}` : null;
}

function processRefOf(process: Holder['process']): string | null {
  if (!process?.host || process.pid === null) return null;
  // In a container many processes are number 1: without its start a process is told by its host and number alone.
  return `process:${process.host}:${process.pid}${process.startMs === null ? '' : `@${process.startMs}`}`;
}

/** Path of the page of all that a holder has; null = nothing tells it from others. */
export function holderPath(holder: Holder): string | null {
  const [ref] = holderRefsOf(holder);
  return ref === undefined ? null : `/holders/${encodeURIComponent(ref)}`;
}
