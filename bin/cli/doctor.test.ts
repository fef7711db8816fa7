import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aConsole } from '../../e2e/support/a-console';
import { startRuntime } from '../../e2e/support/a-runtime';
import { type RedisServer, startRedisServer, until } from '../../e2e/support/redis-server';
import { silencesAnswer } from '../../lib/actions/silences';
import { nodesAnswer } from '../../lib/reads/nodes';
import type { Runtime } from '../../lib/server/runtime/types';
import { evidenceWords, examineNodes } from './doctor';

let server: RedisServer;
let runtime: Runtime;
let redis: Redis;
beforeAll(async () => {
  server = await startRedisServer(['--maxmemory', '100mb', '--maxmemory-policy', 'allkeys-lru']);
  redis = new Redis(server.url);
  await redis.set(`lock:${randomUUID()}`, randomUUID());
  runtime = await startRuntime(server.url);
  await until('the lock is counted', () => runtime.nodes()[0]?.findings.length === 2);
});
afterAll(async () => {
  redis.disconnect();
  await runtime.close();
  await server.close();
});

async function told(change: { target?: string; acl?: boolean; json?: boolean } = {}): Promise<string> {
  const get = async (path: string) =>
    path === '/api/silences' ? silencesAnswer(runtime, null) : nodesAnswer(runtime);
  const console = aConsole({ get });
  const lines: string[] = [];
  const out = { line: (text: string) => void lines.push(text), errorLine: () => {}, ask: async () => null };
  await examineNodes(console, { acl: false, json: false, ...change }, out);
  return lines.join('\n');
}

describe('the doctor', () => {
  test('names node, finding, evidence, cure, command and cost', async () => {
    const text = await told();
    for (const line of [
      /^test {2}127\.0\.0\.1:\d+ {2}live, primary$/m,
      /^ {2}at-risk: Locks that may be evicted \(evictable-locks\), for /m,
      /^ {4}evicts: policy allkeys-lru, max 105 MB, count 1$/m,
      /^ {4}cure: {2}Keep locks on a server that evicts nothing/m,
      /^ {11}CONFIG SET maxmemory-policy noeviction$/m,
      /^ {4}costs: When memory is full, every write fails/m,
      /\(no-persistence\)/,
      /^2 findings on 1 node$/m,
    ])
      expect(text).toMatch(line);
    expect(text, 'unasked').not.toContain('ACL SETUSER lockscope');
  });

  test('prints lines for accounts that the server takes', async () => {
    const lines = [...(await told({ acl: true })).matchAll(/^ACL SETUSER .*$/gm)].map(([line]) => line);
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      const words = line.replace('<password>', randomUUID()).split(' ') as [string, ...string[]];
      expect(await redis.call(...words)).toBe('OK');
    }
  });

  test('answers in JSON with the same', async () => {
    const { nodes, acl } = JSON.parse(await told({ json: true, acl: true }));
    expect(nodes[0]).toMatchObject({ target: 'test', state: 'live', unread: [] });
    expect(nodes[0].findings.map(({ code }: { code: string }) => code)).toContain('evictable-locks');
    expect(acl.viewer).toContain('ACL SETUSER');
  });

  test('shows what is silenced as such, and does not count it', async () => {
    const scope = { kind: 'node', node: runtime.nodes()[0]?.node ?? '' } as const;
    const untilMs = Date.parse('2100-01-02T03:04:00Z');
    const of = {
      code: 'no-persistence',
      target: 'test',
      scope,
      untilMs,
      reason: 'a cache',
      by: 'ann',
    } as const;
    const { id } = await runtime.silences.add({ ...of, createdMs: 0 });
    const text = await told();
    expect(text).toMatch(/\(no-persistence\), for .* \(silenced until 2100-01-02 03:04 UTC\)$/m);
    expect(text).toMatch(/\(evictable-locks\), for [^(]*$/m);
    expect(text).toMatch(/^1 finding on 1 node, and 1 silenced$/m);
    const { nodes } = JSON.parse(await told({ json: true }));
    expect(nodes[0].findings.map(({ silence }: { silence: unknown }) => silence !== null)).toEqual(
      nodes[0].findings.map(({ code }: { code: string }) => code === 'no-persistence'),
    );
    await runtime.silences.end(id);
    expect(await told()).toMatch(/^2 findings on 1 node$/m);
  });

  test('knows no target that is not watched', async () => {
    await expect(told({ target: 'nope' })).rejects.toMatchObject({ code: 'not-found', exitCode: 4 });
  });

  test('tells figures with their units', () => {
    const values = { replica: 'r:1', behindBytes: 20_000, forMs: 12_000 };
    expect(evidenceWords({ code: 'replica-behind', values })).toBe(
      'replica behind: replica r:1, behind 20 kB, for 12 s',
    );
  });
});
