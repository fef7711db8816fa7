import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort, giveBack } from './free-port';

test('a port is nobody else’s until it is given back, whether anything listens on it or not', async () => {
  const port = await freePort();
  await expect(freePort(port, 1)).rejects.toThrow(`no free port from ${port} to ${port}`);
  giveBack(port);
  expect(await freePort(port, 1)).toBe(port);
  giveBack(port);
});

test('a port that something listens on is not free, nor is one whose cluster bus would find its own taken', async () => {
  const port = await freePort();
  giveBack(port);
  for (const taken of [port, port + 10_000]) {
    const server = createServer().listen(taken, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    await expect(freePort(port, 1)).rejects.toThrow('no free port');
    server.close();
    await once(server, 'close');
  }
  expect(await freePort(port, 1)).toBe(port);
  giveBack(port);
});
