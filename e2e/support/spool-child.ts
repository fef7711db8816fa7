import { openArchive } from '../../lib/history/archive/open-archive';
import { takeDirectAudit } from '../../lib/server/record/audit-file';
import { createDurableAudit } from '../../lib/server/record/durable-audit';

/**
 * `spool-child.ts URL SPOOL act|take`. `act`: writes an entry into the audit and prints its id, then acts without end.
 * `take`: takes the spool in, again and again, and prints a line after each time.
 */
const [url = '', spool = '', role = ''] = process.argv.slice(2);
const archive = openArchive({ url });
const silent = { info() {}, warn() {} };

if (role === 'act') {
  const audit = createDurableAudit({ archive, spool, log() {}, patienceMs: 300 });
  const entry = await audit.appendAudit({
    ...{ atMs: Date.now(), actor: 'ann', action: 'release', target: 'test', lockId: 'test.0.a', key: 'a' },
    ...{ holder: null, reason: 'killed in the middle', outcome: 'attempted', details: {} },
  });
  process.stdout.write(`${entry.id}\n`);
  setInterval(() => {}, 1_000);
} else
  for (;;) {
    await takeDirectAudit(archive, spool, silent, Date.now()).catch(() => {}); // the database is away
    await new Promise((resolve) => process.stdout.write('looked\n', resolve));
  }
