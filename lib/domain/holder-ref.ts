import type { Holder } from './lock';

/**
 * Names of whoever has a lock, under which its other locks are found too: the client instance (a Redisson node id, a
 * Spring registry's uuid, a process of ours), the process on a host, the token itself. The widest first; none for a
 * holder that nothing tells from others.
 */
export function holderRefsOf({ token, tokenUnique, process }: Holder): string[] {
  const refs: string[] = [];
  if (process?.instance) refs.push(`instance:${process.instance}`);
  if (process?.host && process.pid !== null) {
    // In a container many processes are number 1: without its start a process is told by its host and number alone.
    refs.push(
      `process:${process.host}:${process.pid}${process.startMs === null ? '' : `@${process.startMs}`}`,
    );
  }
  if (tokenUnique && token.exact) refs.push(`token:${token.text}`);
  return refs;
}

/** Path of the page of all that a holder has; null = nothing tells it from others. */
export function holderPath(holder: Holder): string | null {
  const [ref] = holderRefsOf(holder);
  return ref === undefined ? null : `/holders/${encodeURIComponent(ref)}`;
}
