import { z } from 'zod';
import * as answers from '../answers';
import * as acted from '../answers-act';
import * as findings from '../answers-findings';
import { waitGraphAnswer } from '../answers-graph';
import * as grouped from '../answers-grouped';
import * as possible from '../answers-possible';
import { xrayAnswer } from '../answers-xray';
import { auditOperations } from '../openapi-audit';
import { historyOperations } from '../openapi-history';
import * as requests from '../requests';

type Schema = Record<string, unknown>;
export type Operation = {
  method: 'get' | 'post' | 'delete';
  path: string;
  summary: string;
  query?: z.ZodType;
  body?: z.ZodType;
  answer?: z.ZodType;
  /** Error answers beside 400 and 500. */
  errors?: Record<number, z.ZodType>;
};

const error = answers.apiError;
const unreachable = { 403: error, 404: error, 503: error, 504: error };
const acts = { ...unreachable, 409: acted.changedError, 413: error, 422: error, 429: error };

const silences = { 403: error, 413: error, 429: error, 503: error };

/** Every documented route of the API. */
export const OPERATIONS: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/locks',
    summary: 'Known locks that match a filter, one page of them; from memory.',
    query: requests.listQuery,
    answer: answers.lockList,
  },
  {
    method: 'get',
    path: '/api/locks/{id}',
    summary: 'One lock, read from Redis now.',
    answer: answers.lockDetail,
    errors: unreachable,
  },
  {
    method: 'post',
    path: '/api/locks/{id}/preview',
    summary: 'What a release or an extension would do; changes nothing.',
    body: requests.previewBody,
    answer: answers.preview,
    errors: unreachable,
  },
  {
    method: 'post',
    path: '/api/locks/{id}/release',
    summary:
      'Frees the lock, and the keys of the same hold that are named, if all are still exactly as seen; wakes their waiters.',
    body: requests.actBody,
    answer: acted.actResult,
    errors: acts,
  },
  {
    method: 'post',
    path: '/api/locks/{id}/extend',
    summary: 'Raises the TTL if the lock is still exactly as seen; never shortens it.',
    body: requests.actBody,
    answer: acted.actResult,
    errors: acts,
  },
  {
    method: 'post',
    path: '/api/locks/{id}/xray',
    summary:
      'Listens to the server with MONITOR for some seconds: which clients try, hold and renew this lock. Slows the server.',
    body: requests.xrayBody,
    answer: xrayAnswer,
    errors: { ...unreachable, 409: error, 413: error, 429: error },
  },
  {
    method: 'get',
    path: '/api/families',
    summary:
      'Known locks that match a filter by the shape of their names, the family with the worst lock first.',
    query: requests.groupedQuery,
    answer: grouped.familiesAnswer,
  },
  {
    method: 'get',
    path: '/api/holders',
    summary: 'Who holds the known locks that match a filter, the holder with the worst lock first.',
    query: requests.groupedQuery,
    answer: grouped.holdersAnswer,
  },
  {
    method: 'get',
    path: '/api/holders/{id}',
    summary: 'Everything one holder has: `instance:<id>`, `process:<host>:<pid>[@start]` or `token:<token>`.',
    answer: grouped.holderAnswer,
  },
  {
    method: 'get',
    path: '/api/graph',
    summary: 'Who holds which lock and waits for which other, as far as waiters have names; from memory.',
    query: requests.targetQuery,
    answer: waitGraphAnswer,
  },
  {
    method: 'get',
    path: '/api/overview',
    summary: 'Counts, worst locks, findings, the last 15 minutes and the expiry horizon.',
    query: requests.targetQuery,
    answer: answers.overview,
  },
  {
    method: 'get',
    path: '/api/nodes',
    summary: 'Every watched server, what we cost it, and how many locks and findings each target has.',
    answer: answers.nodesAnswer,
  },
  {
    method: 'get',
    path: '/api/findings',
    summary: 'Open findings, the gravest first.',
    query: requests.targetQuery,
    answer: findings.findingsAnswer,
  },
  {
    method: 'get',
    path: '/api/silences',
    summary: 'Silences of findings that run, the next to end first.',
    query: requests.targetQuery,
    answer: findings.silencesAnswer,
  },
  {
    method: 'post',
    path: '/api/silences',
    summary: 'Silences findings of one rule on one target until an end: they are shown, and counted nowhere.',
    body: requests.silenceBody,
    answer: findings.silenceResult,
    errors: silences,
  },
  {
    method: 'delete',
    path: '/api/silences/{id}',
    summary: 'Ends a silence before its time; what it was about counts again.',
    answer: findings.silenceResult,
    errors: { ...silences, 404: error },
  },
  {
    method: 'get',
    path: '/api/possible',
    summary: 'Keys that may be locks, their values masked, and what was decided of others; from memory.',
    query: requests.targetQuery,
    answer: possible.possibleAnswer,
  },
  {
    method: 'post',
    path: '/api/possible/{id}',
    summary: 'Decides for good that a key is a lock, or none.',
    body: requests.decideBody,
    answer: possible.decideResult,
    errors: { ...silences, 404: error },
  },
  ...auditOperations(error),
  {
    method: 'get',
    path: '/api/search',
    summary: 'Locks whose key, holder, token, host or process a text names.',
    query: requests.searchQuery,
    answer: answers.lockList,
  },
  {
    method: 'get',
    path: '/api/events',
    summary:
      'Server-sent events hello, patch, status and resync; each has a version as its id. A gap means: fetch again. A status has nodes and tallies of one moment, as GET /api/nodes.',
    query: requests.eventsQuery,
  },
  ...historyOperations(error),
];

/** The OpenAPI 3.1 document of this console, made of the schemas that check its requests. */
export function openApiDocument(): Schema {
  const schemas: Schema = {};
  const paths: Record<string, Schema> = {};
  for (const operation of OPERATIONS) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lockscope',
      version: '1',
      description:
        'Times are epoch ms on the clock of the console. null = cannot be known; 0 and [] = known to be none. A method that a route does not have is answered 405 with `Allow`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    paths,
    components: { schemas },
  };
}

function describe(operation: Operation, schemas: Schema): Schema {
  const { method, path, summary, query, body, answer, errors } = operation;
  const failures = Object.entries({ 400: error, ...errors, 500: error });
  const ok = answer
    ? content('application/json', schemaOf(answer, 'output', schemas))
    : content('text/event-stream', { type: 'string' });
  return {
    operationId: operationIdOf(method, path),
    summary,
    parameters: [...pathParameters(path), ...(method === 'get' ? [] : [ACTOR]), ...queryParameters(query)],
    ...(body && {
      requestBody: { required: true, ...content('application/json', schemaOf(body, 'input', schemas)) },
    }),
    responses: {
      200: { description: 'As asked.', ...ok },
      ...Object.fromEntries(
        failures.map(([status, schema]) => [
          status,
          { description: 'Refused.', ...content('application/json', schemaOf(schema, 'output', schemas)) },
        ]),
      ),
    },
  };
}

const ACTOR = {
  name: 'x-lockscope-actor',
  in: 'header',
  required: false,
  description: 'Who acts, for the audit; recorded as claimed.',
  schema: { type: 'string', maxLength: 64 },
};

function pathParameters(path: string): Schema[] {
  if (!path.includes('{id}')) return [];
  return [
    {
      name: 'id',
      in: 'path',
      required: true,
      description: 'Of what the path names.',
      schema: { type: 'string' },
    },
  ];
}

function queryParameters(query: z.ZodType | undefined): Schema[] {
  if (!query) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

/** A reference to the schema among the components; everything it refers to goes there too. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', schemas: Schema): Schema {
  const id = schema.meta()?.id ?? '';
  const { $schema: _, $defs = {}, ...own } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  for (const [name, definition] of Object.entries({ [id]: own, ...$defs })) {
    schemas[name] = moved(definition);
  }
  return { $ref: `#/components/schemas/${id}` };
}

function moved(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(moved);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name]) => name !== 'id' || typeof (schema as Schema).id !== 'string')
      .map(([name, value]) => [
        name,
        name === '$ref' ? String(value).replace('#/$defs/', '#/components/schemas/') : moved(value),
      ]),
  );
}

function operationIdOf(method: string, path: string): string {
  return [method, ...path.split('/').slice(2)].map((part) => part.replace(/[{}]/g, '')).join('-');
}

function content(type: string, schema: Schema): Schema {
  return { content: { [type]: { schema } } };
}
