import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from './support/test';

const CLIENTS = 200;
/** After which Node itself would end such a connection; the console allows 10 s. */
const NODES_OWN_MS = 60_000;

/** A client that begins a request, and what it was answered once its connection ended. */
function begun(port: number, text: string): { socket: Socket; answer: Promise<string> } {
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  let answer = '';
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString('latin1');
  });
  socket.on('error', () => {}); // it is cut off
  return { socket, answer: once(socket, 'close').then(() => answer) };
}

test('clients that never finish a request are cut off, and hold up nobody meanwhile', async ({
  request,
  lockscope,
}) => {
  const beganMs = performance.now();
  const port = Number(new URL(lockscope.url).port);
  const host = `Host: 127.0.0.1:${port}\r\n`;
  const all = Array.from({ length: CLIENTS }, (_, nth) =>
    begun(port, nth % 2 === 0 ? `GET /api/locks HTTP/1.1\r\n${host}X-Slow: ` : 'GE'),
  );
  try {
    expect((await request.get(`${lockscope.url}/api/nodes`)).status()).toBe(200);
    for (const answer of await Promise.all(all.map((each) => each.answer)))
      expect(answer).toMatch(/^(?:HTTP\/1\.1 408|$)/);
    expect(performance.now() - beganMs).toBeLessThan(NODES_OWN_MS);
    expect((await request.get(`${lockscope.url}/api/nodes`)).status()).toBe(200);
  } finally {
    for (const { socket } of all) socket.destroy();
  }
});
