import { randomUUID } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import { ConsoleError } from '../../domain/values/errors';
import { placeOf } from '../../history/database/place';
import type { HistoryStore, NewAuditEntry } from '../../history/memory/store';
import { DATA_FOLDER } from '../config/config-history';
import { appendAuditLine } from './audit-file';

const FILE = 'direct-audit.jsonl';

/**
 * Where entries of the audit wait for the database: those of the command line on Redis itself while no console ran, and those
 * of a console that the database did not take. In the folder of the database, or in the folder for data. `folder` = where
 * nothing else says.
 */
export function directAuditFile(
  { history, dataDir }: { history: { url: string }; dataDir: string | null },
  folder: string,
): string {
  const place = placeOf(history.url, folder);
  if (place.kind === 'sqlite') return join(dirname(place.path), FILE);
  return join(dataDir ?? resolve(folder, DATA_FOLDER), FILE);
}

type Written = Pick<HistoryStore, 'appendAudit' | 'updateAudit'>;

/**
 * The audit of `inner`, written to the file as well: an attempt is on the disk before it is made. `appendAudit` throws
 * `not-audited` when it cannot be written there, so that nothing is done.
 */
export function withDirectAudit(inner: Written, path: string): Written {
  const uids = new Map<number, string>();
  return {
    async appendAudit(entry: NewAuditEntry) {
      const uid = randomUUID();
      try {
        await appendAuditLine(path, { uid, entry });
      } catch (cause) {
        const text = `the audit could not be written to ${path}; nothing was done`;
        throw new ConsoleError('not-audited', text, { mayHaveHappened: false }, { cause });
      }
      const kept = await inner.appendAudit(entry);
      uids.set(kept.id, uid);
      return kept;
    },
    async updateAudit(id, { outcome, details }) {
      await inner.updateAudit(id, { outcome, details });
      const uid = uids.get(id);
      if (uid !== undefined) await appendAuditLine(path, { uid, outcome, details });
    },
  };
}
