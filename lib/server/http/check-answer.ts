import { isDeepStrictEqual } from 'node:util';
import type { ApiEndpoint } from '../../contract/endpoint';

/** Set by tests: each answer is held to its schema, which costs too much for every day. */
const CHECKS = process.env.LOCKSCOPE_CHECK_ANSWERS === '1';

/** Throws where the contract says something else than what is sent. */
export function checkAnswer(key: string, { answer }: ApiEndpoint, result: unknown, checks = CHECKS): void {
  if (!checks || !answer) return;
  const sent: unknown = JSON.parse(JSON.stringify(result));
  const parsed = answer.safeParse(sent);
  if (!parsed.success) throw new Error(`${key} answers what its schema refuses: ${parsed.error.message}`);
  if (!isDeepStrictEqual(parsed.data, sent)) throw new Error(`${key} answers more than its schema has`);
}
