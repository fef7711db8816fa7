import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type pg from 'pg';
import { ConsoleError } from '../../domain/values/errors';

const STATEMENT_TIMEOUT = '57014';
/** Of two that make one schema in the same moment one is told so, `if not exists` or not (unique_violation, duplicate_schema). */
const MADE_BY_ANOTHER = ['23505', '42P06'];
const DEFAULT_SCHEMA = 'lockscope';

/** A connection to PostgreSQL as Kysely wants it. A statement that took too long rejects with `timed-out`. */
export class PgConnection implements DatabaseConnection {
  readonly client: pg.Client | pg.PoolClient;

  constructor(client: pg.Client | pg.PoolClient) {
    this.client = client;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const { rows, rowCount } = await this.client.query(sql, parameters.map(withoutNul));
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
    } catch (cause) {
      if ((cause as { code?: string }).code !== STATEMENT_TIMEOUT) throw cause;
      throw new ConsoleError('timed-out', 'a statement of the history took too long', {}, { cause });
    }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('rows of the history are not streamed');
  }
}

/** PostgreSQL takes no NUL in a text. */
function withoutNul(value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
}

/** The URL without what is ours in it. Throws `config-invalid` for a schema that would need quotes. */
export function schemaOf(text: string): { connectionString: string; schema: string } {
  const url = new URL(text);
  const schema = url.searchParams.get('schema') || DEFAULT_SCHEMA;
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) {
    const message = 'schema in the URL of the history must be lower case letters, digits and _';
    throw new ConsoleError('config-invalid', message);
  }
  url.searchParams.delete('schema');
  return { connectionString: url.toString(), schema };
}

/** Makes the schema if it is not there, which takes the right to create in the database. */
export async function openSchema(client: pg.Client, schema: string): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_namespace where nspname = $1', [schema]);
  if (rowCount) return;
  try {
    await client.query(`create schema if not exists ${schema}`);
  } catch (error) {
    if (!MADE_BY_ANOTHER.includes(String((error as { code?: string }).code))) throw error;
  }
}
