import { isToAudit } from '../../actions/audit-throttled';
import { callerOf } from '../../actions/run/run-action';
import { auditRefused, type Caller, countedBy } from '../../actions/with-audit';
import type { ApiEndpoint } from '../../contract/endpoint';
import type { EndpointKey } from '../../contract/endpoint-types';
import { ENDPOINTS } from '../../contract/endpoints';
import { noQuery } from '../../contract/queries';
import { hasSession } from '../../contract/rights';
import { type Principal, STRANGER } from '../../domain/access/principal';
import { beforeSending, ConsoleError, isConsoleError } from '../../domain/values/errors';
import { guardRight } from '../access/guard-right';
import { withoutHiddenPlaces } from '../access/hidden-places';
import { scopedRuntime } from '../access/scoped-runtime';
import type { Runtime } from '../runtime/types';
import { checkAnswer } from './check-answer';
import { FORM, guardAmbient, guardOrigin, guardRole, guardWrite, readForm, readJson } from './guards';
import { HANDLERS } from './handlers';
import { json, queryOf } from './http';

/**
 * Made of locks as their caller sees them and of nothing else. A group of locks names none of them, so that all of it would
 * be masked once more, and its name would lead nowhere.
 */
const MASKED_BEFORE: ReadonlySet<EndpointKey> = new Set(['GET /api/holders', 'GET /api/holders/{id}']);

/** A browser sends by itself what signs somebody in these ways. */
function isAmbient(via: Principal['via']): boolean {
  return hasSession(via) || via === 'proxy';
}

/**
 * Guards a request, parses it, has it answered from what its caller may see, and makes the answer: JSON, unless the handler
 * made it itself. Rejects with what the caller is refused for, and names no place of the console to whoever may not see those.
 */
export async function answered(
  running: Runtime,
  key: EndpointKey,
  request: Request,
  id: string,
): Promise<Response> {
  let grants: Principal['grants'] = [];
  try {
    return await answeredTo(running, { key, request, id }, (principal) => {
      grants = principal.grants;
    });
  } catch (error) {
    throw withoutHiddenPlaces(error, { config: running.config, grants });
  }
}

async function answeredTo(
  running: Runtime,
  { key, request, id }: { key: EndpointKey; request: Request; id: string },
  isFrom: (principal: Principal) => void,
): Promise<Response> {
  const endpoint: ApiEndpoint = ENDPOINTS[key];
  guard(request, running, endpoint);
  const principal = await beforeSending(callingAs(running, endpoint, request));
  isFrom(principal);
  const query = isWrite(request) ? null : queryOf(request);
  const read = endpoint.form ? readForm : readJson;
  const body = endpoint.body ? endpoint.body.parse(await read(request)) : null;
  await guardRights(running, { endpoint, principal, request, id, body });
  const call = {
    request,
    runtime: readsAll(endpoint) ? running : scopedRuntime(running, principal.grants),
    id,
    query: query && (endpoint.query ?? noQuery).parse(query),
    body,
    caller: callerOf(running, request, principal),
  };
  // One key names schemas and handler; the compiler cannot follow that through a table.
  const work = HANDLERS[key] as (call: object) => unknown;
  const result = await orThrottled(running, endpoint, call, work);
  if (result instanceof Response) return result;
  checkAnswer(key, endpoint, result);
  return json(MASKED_BEFORE.has(key) ? result : call.runtime.shown(result));
}

/**
 * What is of the target that its body names, or of every target, is checked as a whole, and shows nothing of others. A
 * request for a second person is run as whoever asked: its handler answers what the caller may see.
 */
function readsAll({ right, on }: ApiEndpoint): boolean {
  return right === 'open' || right === 'own' || right === 'peer' || on === 'target' || on === 'request';
}

function isWrite({ method }: Request): boolean {
  return method === 'POST' || method === 'DELETE';
}

/** What is not for this console, or comes from a foreign page, goes no further. */
function guard(request: Request, { config }: Runtime, { form }: ApiEndpoint): void {
  guardRole(request, config.role);
  if (request.method === 'POST') guardWrite(request, form ? FORM : undefined);
  if (request.method === 'DELETE') guardOrigin(request);
}

/** Who asks. Other consoles say so in a way of their own, which their endpoints check. Throws `not-signed-in`. */
async function callingAs(running: Runtime, { right }: ApiEndpoint, request: Request): Promise<Principal> {
  if (right === 'peer') return STRANGER;
  const found = await running.access.principalOf(request);
  if (found && isWrite(request) && isAmbient(found.via)) guardAmbient(request);
  if (found) return found;
  if (right === 'open') return STRANGER;
  throw new ConsoleError('not-signed-in', 'Sign in first.');
}

type Asked = {
  endpoint: ApiEndpoint;
  principal: Principal;
  request: Request;
  id: string;
  body: unknown;
};

/** The audit has what was refused, too. */
async function guardRights(
  running: Runtime,
  { endpoint, principal, request, id, body }: Asked,
): Promise<void> {
  if (endpoint.right === 'peer') return;
  try {
    guardRight(principal.grants, endpoint, { id, body }, running.access.signIn);
  } catch (error) {
    if (!endpoint.audited || !isConsoleError(error, 'denied')) throw error;
    await recordRefusal(
      running,
      callerOf(running, request, principal),
      endpoint.audited,
      { id, body },
      error,
    );
    throw error;
  }
}

/** Does the work of an endpoint; that its caller is held up, for too many, the audit has as well. */
async function orThrottled<Call extends { caller: Caller; id: string; body: unknown }>(
  running: Runtime,
  { audited }: ApiEndpoint,
  call: Call,
  work: (call: Call) => unknown,
): Promise<unknown> {
  try {
    return await work(call);
  } catch (error) {
    const { caller } = call;
    if (audited && isToAudit(running, countedBy(caller), error))
      await auditRefused(running, caller, audited, call, error);
    throw error;
  }
}

/** As often as somebody may act: beyond that they are refused all the same, and the audit says nothing new. */
async function recordRefusal(
  running: Runtime,
  caller: Caller,
  action: NonNullable<ApiEndpoint['audited']>,
  named: { id: string; body: unknown },
  error: ConsoleError,
): Promise<void> {
  try {
    running.actLimit.take(`refused ${countedBy(caller)}`);
  } catch (limited) {
    if (isConsoleError(limited, 'rate-limited')) return;
    throw limited;
  }
  await auditRefused(running, caller, action, named, error);
}
