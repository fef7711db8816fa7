import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import type { Grant } from '../../lib/contract/access/sessions';
import type { Runtime } from '../../lib/server/runtime/types';
import { startRuntime } from './a-runtime';
import { startRedisServer } from './redis-server';

const DAY_MS = 86_400_000;

export type TwoTargets = {
  runtime: Runtime;
  own: Redis;
  other: Redis;
  /** A token for a program with these rights. */
  tokenWith(grants: readonly Grant[]): Promise<string>;
  close(): Promise<void>;
};

/** A runtime that people sign in to, and that watches two servers, as the targets `own` and `other`. */
export async function twoTargets(signIn: object, settings: object = {}): Promise<TwoTargets> {
  const servers = await Promise.all([startRedisServer(), startRedisServer()]);
  const folder = await mkdtemp(join(tmpdir(), 'lockscope-rights-'));
  const file = join(folder, 'lockscope.config.json');
  const targets = ['own', 'other'].map((name, at) => ({ name, url: servers[at]?.url, ...settings }));
  await writeFile(file, JSON.stringify({ signIn, targets }));
  const runtime = await startRuntime({ LOCKSCOPE_CONFIG: file });
  const [own, other] = servers.map(({ url }) => new Redis(url)) as [Redis, Redis];
  return {
    runtime,
    own,
    other,
    async tokenWith(grants) {
      const made = await runtime.access.accounts.addToken({
        name: 'test',
        account: 'test',
        grants: [...grants],
        expiresMs: Date.now() + DAY_MS,
      });
      return made.token;
    },
    async close() {
      own.disconnect();
      other.disconnect();
      await runtime.close();
      await Promise.all(servers.map((server) => server.close()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
