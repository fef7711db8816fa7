import { randomUUID } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import type { AuditEntry } from '../../contract/audit';
import { ConsoleError } from '../../domain/values/errors';
import { placeOf } from '../../history/database/place';
import type { HistoryStore, NewAuditEntry } from '../../history/memory/store';
import { DATA_FOLDER } from '../config/config-history';
import { appendAuditLine, relinked } from './audit-file';

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

type Written = Pick<HistoryStore, 'appendAudit' | 'updateAudit' | 'audit'>;

/**
 * The audit of `inner`, written to the file as well: an attempt is on the disk before it is made. Entries have a number below
 * zero, for the one that counts is given by the console that takes the file in; in the file they name each other by their uid.
 * `appendAudit` throws `not-audited` when it cannot be written there, so that nothing is done.
 */
export function withDirectAudit(inner: Written, path: string): Written {
  const uids = new Map<number, string>();
  const linked = (details: AuditEntry['details']) =>
    relinked(details, (id) => (typeof id === 'number' ? uids.get(id) : undefined));
  return {
    async appendAudit(entry: NewAuditEntry) {
      const uid = randomUUID();
      try {
        await appendAuditLine(path, { uid, entry: { ...entry, details: linked(entry.details) } });
      } catch (cause) {
        const text = `the audit could not be written to ${path}; nothing was done`;
        throw new ConsoleError('not-audited', text, { mayHaveHappened: false }, { cause });
      }
      const kept = await inner.appendAudit(entry);
      const id = -kept.id;
      uids.set(id, uid);
      return { ...kept, id };
    },
    async updateAudit(id, { outcome, details }) {
      await inner.updateAudit(-id, { outcome, details });
      const uid = uids.get(id);
      if (uid !== undefined) await appendAuditLine(path, { uid, outcome, details: linked(details) });
    },
    async audit(asked) {
      return (await inner.audit(asked)).map((entry) => ({ ...entry, id: -entry.id }));
    },
  };
}
