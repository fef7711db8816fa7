import type { EndpointKey } from '../../lib/contract/endpoint-types';
import { endpointPath } from '../../lib/contract/request';
import { isConsoleError } from '../../lib/domain/values/errors';
import { answered } from '../../lib/server/http/answered';
import type { Runtime } from '../../lib/server/runtime/types';

export type Asked = { id?: string; query?: object; body?: object };

/** A request of a program with this token. */
export function requestAs(token: string, key: EndpointKey, { id = '', query = {}, body }: Asked): Request {
  const [method = ''] = key.split(' ');
  return new Request(`http://console${endpointPath(key, { id, query } as never)}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** What an endpoint answers a program with this token, as text; of a refusal code, message and details as JSON. */
export async function textAs(
  runtime: Runtime,
  token: string,
  key: EndpointKey,
  asked: Asked = {},
): Promise<string> {
  try {
    return await (await answered(runtime, key, requestAs(token, key, asked), asked.id ?? '')).text();
  } catch (error) {
    if (!isConsoleError(error)) throw error;
    return JSON.stringify({ code: error.code, message: error.message, details: error.details });
  }
}
