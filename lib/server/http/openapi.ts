import { z } from 'zod';
import { type ApiEndpoint, failing } from '../../contract/endpoint';
import { ENDPOINTS } from '../../contract/endpoints';

type Schema = Record<string, unknown>;

/** The OpenAPI 3.1 document of this console, made of the schemas that check its requests. */
export function openApiDocument(): Schema {
  const schemas: Schema = {};
  const paths: Record<string, Schema> = {};
  for (const [key, endpoint] of Object.entries<ApiEndpoint>(ENDPOINTS)) {
    if (endpoint.summary === null) continue;
    const [name = '', path = ''] = key.split(' ');
    const method = name.toLowerCase();
    paths[path] = { ...paths[path], [method]: describe(method, path, endpoint, schemas) };
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

function describe(method: string, path: string, endpoint: ApiEndpoint, schemas: Schema): Schema {
  const { summary, query, body, answer, errors } = endpoint;
  const failures = Object.entries({ ...failing(400, 401, 403, 500), ...errors });
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
  description: 'Who acts, for the audit, where nobody signs in; recorded as claimed.',
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
