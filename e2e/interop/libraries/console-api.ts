import type { LockAction } from '../../../lib/contract/action-codes';
import type { ActionResult, Preview } from '../../../lib/contract/actions';
import type { Lock } from '../../../lib/contract/lock';
import type { LockDetail, LockList } from '../../../lib/contract/locks';
import type { PossibleAnswer } from '../../../lib/contract/possible';
import { until } from '../../support/redis-server';

const FIND_MS = 15_000;

/** What an act was answered. */
export type ActAnswer = { status: number; code: string | null; result: ActionResult | null };

/** The HTTP API of a running console, as a person's script uses it. */
export type ConsoleApi = {
  /** The lock of this key, found by a word of its name or among what may be a lock; waits until it is listed. */
  find(word: string, key: string): Promise<Lock>;
  read(id: string): Promise<Lock>;
  /** What the operator sees before acting. Throws when the console would not do it. */
  preview(id: string, action: LockAction, leaseMs?: number): Promise<Preview>;
  act(id: string, action: LockAction, preview: Preview, leaseMs?: number): Promise<ActAnswer>;
};

/** `address` = whose acts they are to count as: the console takes so many a minute of each. */
export function consoleApi(url: string, address: string): ConsoleApi {
  async function get<T>(path: string): Promise<T> {
    const response = await fetch(`${url}${path}`);
    if (!response.ok) throw new Error(`GET ${path}: ${response.status} ${await response.text()}`);
    return response.json() as Promise<T>;
  }

  function post(path: string, body: object): Promise<Response> {
    return fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': address,
        'x-lockscope-actor': 'interop',
      },
      body: JSON.stringify(body),
    });
  }

  return {
    async find(word, key) {
      const path = `/api/locks?q=${encodeURIComponent(word)}`;
      const lists = () => Promise.all([get<LockList>(path), get<PossibleAnswer>('/api/possible')]);
      const look = async () =>
        (await lists()).flatMap(({ locks }) => locks).find((lock) => lock.key.text === key);
      return until(`the console lists ${key}`, look, FIND_MS);
    },
    async read(id) {
      return (await get<LockDetail>(`/api/locks/${encodeURIComponent(id)}`)).lock;
    },
    async preview(id, action, leaseMs) {
      const path = `/api/locks/${encodeURIComponent(id)}/preview`;
      const response = await post(path, { action, ...(leaseMs !== undefined && { leaseMs }) });
      const answer = (await response.json()) as Preview;
      if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${JSON.stringify(answer)}`);
      if (!answer.allowed) throw new Error(`${action} is not allowed: ${answer.why?.code}`);
      return answer;
    },
    async act(id, action, { seen, typedKey }, leaseMs) {
      // Everything is said whether the preview asked for it or not: a waiter may have come since, or the holder renewed.
      const said = { typedKey, reason: 'interop test', although: 'alive' } as const;
      const body = { seen, ...said, ...(leaseMs !== undefined && { leaseMs }) };
      const response = await post(`/api/locks/${encodeURIComponent(id)}/${action}`, body);
      const answer = (await response.json()) as ActionResult & { error?: { code: string } };
      const code = answer.error?.code ?? null;
      return { status: response.status, code, result: code === null ? answer : null };
    },
  };
}
