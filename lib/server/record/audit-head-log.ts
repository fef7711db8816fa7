import type { Archive } from '../../history/archive/archive-types';
import type { Log } from './log';

/**
 * Logs the newest link of the audit's chain, each time it is called and the link is another one: what is kept of the log
 * shows later that the chain was not written anew. Rejects while the archive cannot be read.
 */
export function createHeadLog(
  archive: Pick<Archive, 'auditHead'>,
  log: Pick<Log, 'info' | 'warn'>,
): () => Promise<void> {
  let logged: string | null | undefined;
  return async () => {
    const head = await archive.auditHead();
    const hash = head?.hash ?? null;
    if (hash === logged) return;
    logged = hash;
    if (head) log.info({ ...head }, 'audit chain head');
    else log.warn({}, 'the head of the audit chain is gone');
  };
}
