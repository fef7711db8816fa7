import type { ApiEndpoint } from '../lib/contract/endpoint';
import { ENDPOINTS } from '../lib/contract/endpoints';
import { STATUS } from '../lib/server/http/http';
import { markdownTable } from './generated-part';

/** Markdown table of the endpoints that the OpenAPI document has, in its order, with the right that each needs. */
export function endpointTable(): string {
  const rows = Object.entries<ApiEndpoint>(ENDPOINTS).flatMap(([key, { right, summary }]) =>
    summary === null ? [] : [[`\`${key}\``, `\`${right}\``, summary.replaceAll('|', '\\|')]],
  );
  return markdownTable(['Endpoint', 'Right', 'Answers, or does'], rows);
}

/** Markdown table of the codes of errors by their HTTP status. */
export function errorTable(): string {
  const codes = new Map<number, string[]>([[500, ['internal']]]);
  for (const [code, status] of Object.entries(STATUS))
    codes.set(status, [...(codes.get(status) ?? []), code]);
  const rows = [...codes]
    .sort(([a], [b]) => a - b)
    .map(([status, names]) => [String(status), names.map((name) => `\`${name}\``).join(', ')]);
  return markdownTable(['Status', 'Codes'], rows);
}
