import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { until } from '../../../e2e/support/redis-server';
import { createFront } from './front';
import { createStreamGate, type StreamLimits } from './streams';

let server: Server | null = null;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
});

/** A console whose streams stay open and whose API answers at once. */
async function serve(limits: StreamLimits): Promise<{ url: string; openings: number[] }> {
  const front = createFront({ isOwnHost: () => true, streams: createStreamGate(limits) });
  const openings: number[] = [];
  server = createServer((request, response) =>
    front(request, response, (passed, answer) => {
      if (passed.url !== '/api/events') return void answer.end('{}');
      openings.push(performance.now());
      answer.writeHead(200, { 'content-type': 'text/event-stream' });
      answer.write(': open\n\n');
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, openings };
}

async function ask(url: string): Promise<IncomingMessage> {
  const [response] = (await once(get(url, { agent: false }), 'response')) as [IncomingMessage];
  response.on('error', () => {}); // the server ends it
  return response;
}

test('an address has so many streams, and another once one of them is closed', async () => {
  const { url } = await serve({ perAddress: 3, total: 10, everyMs: 0 });
  const open = await Promise.all([1, 2, 3].map(() => ask(`${url}/api/events`)));
  const refused = await ask(`${url}/api/events`);
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '5']);
  let body = '';
  for await (const chunk of refused) body += chunk;
  expect(JSON.parse(body).error).toMatchObject({
    code: 'rate-limited',
    details: { requestId: expect.any(String) },
  });
  open[0]?.destroy();
  await until('there is room again', async () => {
    const next = await ask(`${url}/api/events`);
    return next.statusCode === 200;
  });
});

test('all together have so many', async () => {
  const { url } = await serve({ perAddress: 10, total: 2, everyMs: 0 });
  await Promise.all([1, 2].map(() => ask(`${url}/api/events`)));
  expect((await ask(`${url}/api/events`)).statusCode).toBe(429);
});

test('the API answers while many streams wait to be opened', async () => {
  const { url, openings } = await serve({ perAddress: 100, total: 100, everyMs: 5_000 });
  for (let nth = 0; nth < 50; nth++) get(`${url}/api/events`, { agent: false }).on('error', () => {});
  await until('the first is open', () => openings.length > 0);
  for (let nth = 0; nth < 20; nth++) expect((await ask(`${url}/api/locks`)).statusCode).toBe(200);
  expect(openings.length).toBeLessThan(50);
});
