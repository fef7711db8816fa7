import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import pg from 'pg';
import type { Backend } from './backend';
import { migrate } from './migrate';
import { ALWAYS_OURS } from './ownership';
import { openSchema, PgConnection, schemaOf } from './pg-connection';

const CONNECT_MS = 4_000;
/** On top of the server's own limit: a server that hangs does not keep its limits. */
const ANSWER_MS = 1_000;
/** Changing tables of a large history takes its time. */
const MIGRATE_MS = 600_000;
const CONNECTIONS = 4;
const CLOSE_MS = 3_000;
/** Questions are short, along indices that are in memory: compiling one or starting helpers takes longer than answering. */
const PLANS = '-c jit=off -c max_parallel_workers_per_gather=0 -c random_page_cost=1.1 -c work_mem=16MB';
const INT8 = 20;
const NUMERIC = 1700;

/** Sums of whole numbers come as `numeric`; none of ours reaches 2^53. */
const types = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === INT8 || oid === NUMERIC
      ? Number
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** PostgreSQL, in a schema of its own (`?schema=` of the URL, default `lockscope`). */
export function postgresBackend(url: string, name: string, statementMs: number): Backend {
  const { connectionString, schema } = schemaOf(url);
  const connectionOf = {
    connectionString,
    types,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    application_name: 'lockscope-history',
    options: `-c search_path=${schema} ${PLANS}`,
  };
  const pool = new pg.Pool({
    ...connectionOf,
    max: CONNECTIONS,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementMs,
    query_timeout: statementMs + ANSWER_MS,
    idle_in_transaction_session_timeout: 30_000,
  });
  // A connection that breaks while nobody uses it leaves the pool by itself; of one in use the statement rejects.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  let closed: Promise<void> | null = null;

  const backend: Backend = {
    kind: 'postgres',
    schema,
    ownership: ALWAYS_OURS,
    begin: 'begin',

    async open() {
      const client = new pg.Client({ ...connectionOf, query_timeout: MIGRATE_MS });
      client.on('error', () => {}); // what it was asked rejects
      try {
        await client.connect();
        await within(CONNECT_MS, client.query('select 1'));
        await openSchema(client, schema);
        await migrate(backend, new PgConnection(client), name);
      } finally {
        await within(CLOSE_MS, client.end()).catch(() => destroy(client));
      }
    },

    async acquire() {
      return new PgConnection(await pool.connect());
    },

    release(connection, broken) {
      const { client } = connection as PgConnection;
      if ('release' in client) client.release(broken);
    },

    close() {
      closed ??= within(CLOSE_MS, pool.end()).catch(() => {}); // what hangs ends with its own limit
      return closed;
    },

    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
  return backend;
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function destroy(client: pg.Client): void {
  const { connection } = client as unknown as { connection?: { stream?: { destroy(): void } } };
  connection?.stream?.destroy();
}
