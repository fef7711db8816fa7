import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFront } from './front';
import { PEER } from './peer';

/** What a route behind the front was given. */
type Seen = { url: string; headers: IncomingHttpHeaders };
type Reply = { status: number; headers: Map<string, string>; body: string };

let server: Server;
let seen: Seen[] = [];

beforeAll(async () => {
  const front = createFront({ isOwnHost: (host) => host === 'own:3000' });
  server = createServer((request, response) =>
    front(request, response, (passed, answer) => {
      seen.push({ url: passed.url ?? '', headers: passed.headers });
      if (passed.url === '/api/events') {
        answer.writeHead(200, { 'content-type': 'text/event-stream' });
        answer.end('data: 1\n\n');
        return;
      }
      answer.setHeader('content-type', 'application/json');
      answer.flushHeaders();
      answer.write('"passed');
      answer.end(`${' '.repeat(100_000)}"`);
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

/** Sends a request line and headers as they stand: no client may tidy them up. */
async function send(line: string, headers: Record<string, string> = {}): Promise<Reply> {
  seen = [];
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const all = { host: 'own:3000', connection: 'close', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.end(`${[`${line} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`);
  let text = '';
  for await (const chunk of socket) text += chunk;
  const [head = '', ...body] = text.split('\r\n\r\n');
  const [status = '', ...fields] = head.split('\r\n');
  return {
    status: Number(status.split(' ')[1]),
    headers: new Map(
      fields.map((field) => [field.split(':')[0]?.toLowerCase() ?? '', field.replace(/^[^:]*: ?/, '')]),
    ),
    body: body.join('\r\n\r\n'),
  };
}

test.each(['/', '/locks/a/b', '/api/locks', '/metrics', '/readyz', '/_next/static/x.js'])(
  '%s cannot be framed, sniffed or embedded',
  async (path) => {
    const { headers, body } = await send(`GET ${path}`);
    expect(body).toContain('passed');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
  },
);

test('each page has a nonce of its own, which Next finds in the policy of the request', async () => {
  const forged = { 'x-nonce': 'mine', 'content-security-policy': "script-src 'nonce-mine'" };
  const first = await send('GET /locks', forged);
  const nonce = seen[0]?.headers['x-nonce'];
  expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/);
  expect(first.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
  expect(seen[0]?.headers['content-security-policy']).toBe(first.headers.get('content-security-policy'));
  expect(first.headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/);
  await send('GET /locks', forged);
  expect(seen[0]?.headers['x-nonce']).not.toBe(nonce);
});

test('what is no page runs and loads nothing', async () => {
  const { headers } = await send('GET /api/locks', { 'x-nonce': 'mine' });
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(seen[0]?.headers['x-nonce']).toBeUndefined();
});

test.each([
  '/',
  '/locks',
  '/api/locks',
  '/healthz',
  '/readyz',
  '/metrics',
  '/_next/static/x.js',
  '/icon.svg',
])('%s is not for another host name', async (path) => {
  const { status, body } = await send(`GET ${path}`, { host: 'evil.example' });
  expect([status, seen]).toEqual([403, []]);
  expect(JSON.parse(body).error).toMatchObject({ code: 'denied' });
});

test.each([
  ['TRACE /api/nodes', 405, 'method-not-allowed'],
  ['PROPFIND /', 405, 'method-not-allowed'],
  ['DELETE /api/locks', 405, 'method-not-allowed'],
  ['PUT /api/nodes', 405, 'method-not-allowed'],
  ['GET /api/locks/%', 400, 'invalid-argument'],
  ['GET /locks/%ff', 400, 'invalid-argument'],
  ['GET http://evil.example/api/nodes', 400, 'invalid-argument'],
  ['GET http://own:3000/api/nodes', 400, 'invalid-argument'],
  ['GET //evil.example/', 400, 'invalid-argument'],
  ['OPTIONS *', 400, 'invalid-argument'],
])('%s is answered as every error is', async (line, status, code) => {
  const reply = await send(line);
  expect(reply.status).toBe(status);
  expect(reply.headers.get('content-type')).toContain('application/json');
  const { error } = JSON.parse(reply.body);
  expect(error).toMatchObject({ code, details: { requestId: reply.headers.get('x-request-id') } });
  expect(reply.body).not.toContain('evil');
  expect(seen).toEqual([]);
});

test.each([
  ['DELETE /api/locks?q=1', 'GET, HEAD, OPTIONS'],
  ['POST /api/locks/main.0.order', 'GET, HEAD, OPTIONS'],
  ['HEAD /api/locks/main.0.order%3A1/release', 'POST, OPTIONS'],
  ['PATCH /api/silences', 'GET, POST, HEAD, OPTIONS'],
  ['GET /api/silences/7', 'DELETE, OPTIONS'],
  ['POST /metrics', 'GET, HEAD, OPTIONS'],
  ['PUT /api/none', 'GET, HEAD, POST, DELETE, OPTIONS'],
])('%s is told which methods there are', async (line, allow) => {
  const { status, headers } = await send(line);
  expect([status, headers.get('allow'), seen]).toEqual([405, allow, []]);
});

test('a route learns the id of the request and the address of the connection, whatever a client sends', async () => {
  const { headers } = await send('GET /api/locks', { [PEER]: '6.6.6.6', 'x-request-id': 'mine' });
  expect(seen[0]?.headers).toMatchObject({
    [PEER]: '127.0.0.1',
    'x-request-id': headers.get('x-request-id'),
  });
  expect(headers.get('x-request-id')).not.toBe('mine');
});

test.each([
  ['br, gzip', 'br'],
  ['gzip', 'gzip'],
  ['gzip, br;q=0', 'gzip'],
  ['identity', undefined],
])('texts travel compressed to who takes it: %s', async (accepted, encoding) => {
  const { headers, body } = await send('GET /api/locks', { 'accept-encoding': accepted });
  expect(headers.get('content-encoding')).toBe(encoding);
  if (encoding) expect(body.length).toBeLessThan(5_000);
});

test('a stream is never compressed, and what is written is there at once', async () => {
  const { headers, body } = await send('GET /api/events', { 'accept-encoding': 'br, gzip' });
  expect(headers.get('content-encoding')).toBeUndefined();
  expect(body).toContain('data: 1');
});
