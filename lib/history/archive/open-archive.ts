import { Kysely } from 'kysely';
import { archiveDialect } from '../database/archive-dialect';
import type { Backend } from '../database/backend';
import { createCircuitBreaker } from '../database/circuit-breaker';
import { createHealth } from '../database/health';
import { type ArchiveLocation, placeOf } from '../database/place';
import { postgresBackend } from '../database/postgres-backend';
import type { HistorySchema } from '../database/schema';
import { sqliteBackend } from '../database/sqlite-backend';
import { createAuditWriter } from './archive-audit';
import { addMark, readMarks, removeMark } from './archive-marks';
import { endOpenSpans, openSpans } from './archive-open-spans';
import { createPruner } from './archive-prune';
import { createServers } from './archive-server';
import { sizeOf } from './archive-size';
import { archiveStatusOf } from './archive-status';
import type { Archive, ArchiveOptions, Retention } from './archive-types';
import { createBatchWriter } from './archive-write';
import { readAudit } from './read-audit';
import { DEFAULT_RETENTION, MOST_IN_MEMORY } from './retention';
import { createChainCheck, readHead } from './verify-audit-chain';

const STATEMENT_MS = 10_000;

/**
 * The archive at a URL. It begins to open at once, and is tried again as it is used: a place that cannot be opened makes no
 * error here but a problem of the archive. Throws `config-invalid` for a URL that means nothing.
 */
export function openArchive(options: ArchiveOptions): Archive {
  const { url, now = Date.now, statementMs = STATEMENT_MS } = options;
  const place = placeOf(url);
  const retention = retentionOf(place, options.retention);
  const backend = backendOf(place, statementMs);
  const health = createHealth(now, options.onProblem);
  const gate = createCircuitBreaker(() => backend.open());
  const db = new Kysely<HistorySchema>({
    dialect: archiveDialect({ backend, gate, health, place: place.name }),
  });
  const { kind, ownership } = backend;
  const problem = () => health.problem() ?? ownership.problem();
  let isOthers = false;
  const unwatch = ownership.onChange((owner) => {
    if (isOthers === (owner === 'other')) return;
    isOthers = !isOthers;
    options.onProblem?.(problem());
  });
  const size = sizeOf(db, place);
  const servers = createServers(db, backend, options.onPutAside ?? (() => {}));
  const batches = createBatchWriter(db, backend, servers);
  const audit = createAuditWriter(db, kind);
  const pruner = createPruner(db, size, retention, audit);
  let writtenAtMs: number | null = null;
  let closed: Promise<void> | null = null;

  const first = db.selectFrom('epochs').select('target').limit(1).execute();
  first.catch(() => {}); // told by `problem`

  return {
    kind,
    db,
    async write(batch) {
      await batches.write(batch);
      writtenAtMs = now();
    },
    nameServer: servers.name,
    async openSpans(target) {
      if (ownership.owner() !== 'other') await servers.settled(target, null);
      return openSpans(db, batches.rowsOf(target), target);
    },
    endOpenSpans: (end) => endOpenSpans(db, backend, batches.rowsOf(end.target), end),
    appendAudit: audit.appendAudit,
    updateAudit: audit.update,
    takeAudit: audit.takeAudit,
    audit: (query) => readAudit(db, kind, query),
    auditChain: createChainCheck(db, now),
    auditHead: async () => (await readHead(db)) ?? null,
    addMark: (mark) => addMark(db, mark),
    marks: (query) => readMarks(db, query),
    removeMark: (id) => removeMark(db, id),
    status: () => archiveStatusOf({ db, kind, name: place.name, size, problem, retention }, writtenAtMs),
    problem,
    ownership,
    async prune(nowMs) {
      if (ownership.owner() !== 'other') await pruner.prune(nowMs);
    },
    close() {
      unwatch();
      closed ??= first.then(
        () => db.destroy(),
        () => db.destroy(),
      );
      return closed;
    },
  };
}

function backendOf(place: ArchiveLocation, statementMs: number): Backend {
  if (place.kind === 'postgres') return postgresBackend(place.url, place.name, statementMs);
  return sqliteBackend(place.kind === 'sqlite' ? place.path : null, place.name, statementMs);
}

function retentionOf(place: ArchiveLocation, own: ArchiveOptions['retention'] = {}): Retention {
  const most = place.kind === 'memory' ? MOST_IN_MEMORY : DEFAULT_RETENTION.maxBytes;
  return {
    days: { ...DEFAULT_RETENTION.days, ...own.days },
    maxBytes: own.maxBytes ?? most,
  };
}
