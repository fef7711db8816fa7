import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import type { Grant } from '../../lib/contract/access/sessions';
import type { LockAction } from '../../lib/contract/action-codes';
import type { Preview } from '../../lib/contract/actions';
import type { AnswerOf, EndpointKey } from '../../lib/contract/endpoint-types';
import { type RequestOf, requestOf } from '../../lib/contract/request';
import { bytesOf } from '../../lib/domain/keys/bytes';
import { slugOf } from '../../lib/domain/keys/lock-id';
import { hashPassword } from '../../lib/server/access/password';
import { PEER } from '../../lib/server/front/peer';
import { answerApi } from '../../lib/server/http/answer-api';
import type { Runtime } from '../../lib/server/runtime/types';
import { startRuntime } from './a-runtime';
import { startRedisServer } from './redis-server';

const PASSWORD = 'correct horse battery';
const HASH = await hashPassword(PASSWORD);
const PROXY = '10.9.0.1';
const DAY_MS = 86_400_000;
const SAME = { origin: 'http://console', host: 'console' };

/** What a request carries to be somebody. */
export type Who = Record<string, string>;

type Answer<K extends EndpointKey> = {
  status: number;
  body: AnswerOf<K>;
  code: string | undefined;
  details: Record<string, unknown>;
};

export type TwoPersons = Awaited<ReturnType<typeof startTwoPersons>>;

/**
 * A console that people sign in to by password and through a proxy, whose target `own` takes two persons and `free` one.
 * `also` = a second one on the same database, as another process.
 */
export async function startTwoPersons(historyUrl = 'memory:', now?: () => number) {
  const [own, free] = await Promise.all([startRedisServer(), startRedisServer()]);
  const folder = await mkdtemp(join(tmpdir(), 'lockscope-persons-'));
  const file = join(folder, 'lockscope.config.json');
  const signIn = {
    local: true,
    proxy: { userHeader: 'x-user', groupsHeader: 'x-groups', from: [PROXY] },
  };
  const targets = [
    { name: 'own', url: own.url, twoPersons: { minutes: 10 } },
    { name: 'free', url: free.url },
  ];
  await writeFile(file, JSON.stringify({ signIn, targets, dataDir: 'data' }));
  const open = () => startRuntime({ LOCKSCOPE_CONFIG: file, LOCKSCOPE_HISTORY_URL: historyUrl }, {}, now);
  const runtime = await open();
  const redis = new Redis(own.url);
  const opened: Runtime[] = [runtime];

  /** Asks an endpoint of a console as somebody. */
  async function ask<K extends EndpointKey>(
    who: Who,
    key: K,
    request: RequestOf<K>,
    of: Runtime = runtime,
  ): Promise<Answer<K>> {
    const { method, path, body } = requestOf(key, request);
    const asked = new Request(`http://console${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const headers = new Headers({
      ...who,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    });
    // A Request of its own may not set Host, Origin or Cookie; a server's may have them.
    const served = new Proxy(asked, {
      get(target, name) {
        if (name === 'headers') return headers;
        const value = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const response = await answerApi(of, served, path.split('?')[0]?.split('/').slice(2) ?? []);
    const answer = (await response.json()) as AnswerOf<K> & {
      error?: { code: string; details: Record<string, unknown> };
    };
    const { error } = answer;
    return { status: response.status, body: answer, code: error?.code, details: error?.details ?? {} };
  }

  /** Takes a lock of the target and reads what an act on it would do. */
  async function held(
    who: Who,
    key: string,
    action: LockAction = 'release',
    token = randomBytes(16).toString('hex'),
  ) {
    await redis.set(key, token, 'PX', 600_000);
    await runtime.watched('own').collector.refresh([key]);
    const id = `own.0.${slugOf(bytesOf(key))}`;
    const read = await ask(who, 'POST /api/locks/{id}/preview', { id, body: { action } });
    const preview = read.body as Preview;
    const typedKey = preview.requires?.typedKey ? { typedKey: preview.typedKey } : {};
    const body = {
      seen: preview.seen,
      reason: 'worker was killed',
      although: 'alive' as const,
      ...typedKey,
    };
    return { id, key, preview, body, asked: { ...body, action } };
  }

  const newKey = () => `order:${randomUUID()}:lock`;

  return {
    runtime,
    redis,
    file,
    ask,
    held,
    newKey,

    /** A lock that somebody asked a second person to release. */
    async askedBy(who: Who, key = newKey()) {
      const lock = await held(who, key);
      const { status, body } = await ask(who, 'POST /api/locks/{id}/ask', { id: lock.id, body: lock.asked });
      if (status !== 200) throw new Error(`not asked: ${JSON.stringify(body)}`);
      return { ...lock, request: body.request, number: String(body.request.id) };
    },

    approve: (who: Who, id: string) => ask(who, 'POST /api/requests/{id}/approve', { id, body: {} }),

    isHeld: async (key: string) => (await redis.exists(key)) === 1,

    /** Entries about a lock, the newest first. */
    async auditOf(lockId: string) {
      const entries = await runtime.history.audit({ lockId, limit: 20 });
      return entries.map(({ action, actor, outcome, details }) => ({ action, actor, outcome, details }));
    },

    async also(): Promise<Runtime> {
      const other = await open();
      opened.push(other);
      return other;
    },

    /** Somebody with a password, in these groups. */
    async user(name: string, ...groups: string[]): Promise<Who> {
      const { accounts } = runtime.access;
      if (!(await accounts.userOf(name.toLowerCase())))
        await accounts.addUser({ name, password: HASH, groups });
      const { sessionId } = await runtime.access.withPassword({
        ...{ name, password: PASSWORD, address: name, agent: '' },
      });
      return { ...SAME, cookie: `lockscope_session=${sessionId}` };
    },

    /** Somebody whom the proxy names. */
    proxied: (name: string, ...groups: string[]): Who => ({
      ...{ ...SAME, [PEER]: PROXY },
      ...{ 'x-user': name, 'x-groups': groups.join(',') },
    }),

    /** A program with a token that this account made. */
    async token(account: string, grants: Grant[] = [{ rights: ['admin'], targets: ['*'], keys: ['*'] }]) {
      const made = await runtime.access.accounts.addToken({
        ...{ name: 'bot', account, grants, expiresMs: runtime.now() + DAY_MS },
      });
      return { id: made.id, who: { authorization: `Bearer ${made.token}` } as Who };
    },

    async close() {
      redis.disconnect();
      await Promise.all(opened.map((each) => each.close()));
      await Promise.all([own.close(), free.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
