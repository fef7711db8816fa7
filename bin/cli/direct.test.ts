import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownServer } from '../../e2e/support/own-server';
import { directly } from './direct';

/** Well below the time that a server has to answer in. */
const AT_ONCE_MS = 5_000;

async function refusal(context: { onTestFinished(end: () => Promise<void>): void }, url: string) {
  const folder = await mkdtemp(join(tmpdir(), 'lockscope-direct-'));
  context.onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const out = { line: () => {}, errorLine: () => {}, ask: async () => null };
  const startedAt = performance.now();
  const worked = directly(url, { env: {}, folder }, out, async () => 'worked');
  const error = await worked.then(
    (is) => ({ code: is, message: is, details: {} }),
    (thrown) => thrown,
  );
  return { error, tookMs: performance.now() - startedAt };
}

test('a wrong password is named as such, with the setting, at once', async (context) => {
  const { server, connect } = await ownServer(context);
  await connect().config('SET', 'requirepass', 'right');
  const url = new URL(server.url);
  for (const [password, cause, code] of [
    ['wrong', 'Wrong password, or no such user.', 'wrong-password'],
    ['', 'It wants a password, and none is configured.', 'no-password'],
  ]) {
    const { error, tookMs } = await refusal(context, `redis://${password && `:${password}@`}${url.host}`);
    expect(error).toMatchObject({
      code: 'node-down',
      message: `Redis cannot be used: ${url.host}: ${cause} Option: --direct.`,
      details: { nodes: [{ node: url.host, cause: code }] },
    });
    expect(tookMs).toBeLessThan(AT_ONCE_MS);
  }
});

test('so is a server that is no Redis', async (context) => {
  const server = createServer((_request, response) => response.end('hello'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { error, tookMs } = await refusal(context, `redis://127.0.0.1:${port}`);
  expect(error).toMatchObject({ code: 'node-down', message: expect.stringMatching(/none of Redis/) });
  expect(tookMs).toBeLessThan(AT_ONCE_MS);
});
