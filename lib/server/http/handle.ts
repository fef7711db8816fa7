import type { z } from 'zod';
import { runtime } from '../start/runtime';
import type { Runtime } from '../start/runtime-core';
import { guardChanges, guardOrigin, guardRole, guardWrite, readJson } from './guards';
import { answer, json, queryOf } from './http';

export type Call = {
  request: Request;
  runtime: Runtime;
  /** Lock id of the path, or ''. */
  id: string;
};

/** Next gives a route without parameters no promise, whatever its types say. */
type Context = { params: Promise<{ id?: string }> | undefined };
type Handler = (request: Request, context: Context) => Promise<Response>;

/** A route that changes nothing: what `work` returns is sent as JSON, unless it is a Response already. */
export function handleGet<Q>(
  query: z.ZodType<Q>,
  work: (call: Call & { query: Q }) => Promise<unknown> | unknown,
): Handler {
  return (request, context) => {
    const running = runtime();
    return answer(request, running.log, async () => {
      guardRole(request, running.config.role);
      const id = await idOf(context);
      const result = await work({ request, runtime: running, id, query: query.parse(queryOf(request)) });
      return result instanceof Response ? result : json(result);
    });
  };
}

/**
 * A route with a JSON body, guarded against foreign pages. It counts as a change, which is refused where changes are off,
 * unless it only reads.
 */
export function handlePost<B>(
  body: z.ZodType<B>,
  work: (call: Call & { body: B }) => Promise<unknown>,
  { reads = false }: { reads?: boolean } = {},
): Handler {
  return (request, context) => {
    const running = runtime();
    return answer(request, running.log, async () => {
      guardRole(request, running.config.role);
      guardWrite(request);
      if (!reads) guardChanges(running.config.access);
      const id = await idOf(context);
      return json(await work({ request, runtime: running, id, body: body.parse(await readJson(request)) }));
    });
  };
}

/** A route that takes something away and has no body, guarded alike: a foreign page cannot send one without asking first. */
export function handleDelete(work: (call: Call) => Promise<unknown>): Handler {
  return (request, context) => {
    const running = runtime();
    return answer(request, running.log, async () => {
      guardRole(request, running.config.role);
      guardOrigin(request);
      guardChanges(running.config.access);
      return json(await work({ request, runtime: running, id: await idOf(context) }));
    });
  };
}

/** No id holds a percent sign, so decoding once more changes nothing that was decoded. */
async function idOf(context: Context): Promise<string> {
  const { id = '' } = (await context.params) ?? {};
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
