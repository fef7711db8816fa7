import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { messagesOf } from '../../../bin/cli/sse';
import { until } from '../../../e2e/support/redis-server';
import { eventStream, type StreamOptions, type StreamSink } from './event-stream';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

type Served = { url: string; sinks: StreamSink[]; cleanups: () => number };

/** A real server whose every answer is an event stream. */
async function serve(options: Partial<StreamOptions> = {}): Promise<Served> {
  const sinks: StreamSink[] = [];
  let cleanups = 0;
  const resync = () => ({ id: 99, event: 'resync', data: '"too slow"' });
  const server = createServer((request, response) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const stream = eventStream(
      gone.signal,
      (sink) => {
        sinks.push(sink);
        return () => void cleanups++;
      },
      { resync, ...options },
    );
    response.writeHead(stream.status, Object.fromEntries(stream.headers));
    response.flushHeaders();
    pipeline(Readable.fromWeb(stream.body as never), response).catch(() => {}); // the client went
    request.resume();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, sinks, cleanups: () => cleanups };
}

async function sinkOf(served: Served): Promise<StreamSink> {
  return until('a client', () => served.sinks.at(-1));
}

describe('a stream', () => {
  test('delivers messages in order, with id and type, and is not to be buffered or changed on the way', async () => {
    const served = await serve();
    const response = await fetch(served.url);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    const sink = await sinkOf(served);
    for (const id of [1, 2, 3]) sink.send({ id, event: 'patch', data: JSON.stringify({ id }) });
    sink.end();
    const text = await response.text();
    expect(text).toContain('id: 2\nevent: patch\ndata: {"id":2}\n\n');
    expect(text.match(/^id: \d/gm)).toEqual(['id: 1', 'id: 2', 'id: 3']);
    expect(served.cleanups()).toBe(1);
  });

  test('shows that it lives while nothing happens', async () => {
    const served = await serve({ heartbeatMs: 10 });
    const reader = (await fetch(served.url)).body?.getReader();
    let text = '';
    await until('two heartbeats', async () => {
      text += new TextDecoder().decode((await reader?.read())?.value);
      return (text.match(/: still here/g)?.length ?? 0) >= 2;
    });
    await reader?.cancel();
  });

  test('is cleaned up once when the client goes', async () => {
    const served = await serve({ heartbeatMs: 10 });
    const leave = new AbortController();
    await fetch(served.url, { signal: leave.signal });
    const sink = await sinkOf(served);
    leave.abort();
    await until('the cleanup', () => served.cleanups() === 1);
    sink.send({ id: 1, event: 'patch', data: '1' });
    sink.end();
    expect(served.cleanups()).toBe(1);
  });

  test('whose client has gone before it began is cleaned up too', () => {
    let cleanups = 0;
    const signal = AbortSignal.abort();
    eventStream(signal, () => () => void cleanups++, {
      resync: () => ({ id: 1, event: 'resync', data: '' }),
    });
    expect(cleanups).toBe(1);
  });

  test('that is ended while it is set up is cleaned up too', () => {
    let cleanups = 0;
    const setup = (sink: StreamSink) => {
      sink.end();
      return () => void cleanups++;
    };
    eventStream(new AbortController().signal, setup, {
      resync: () => ({ id: 1, event: 'resync', data: '' }),
    });
    expect(cleanups).toBe(1);
  });
});

describe('a client that takes nothing', () => {
  async function stuck(served: Served): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      get(served.url, (response) => resolve(response.pause())).once('error', reject);
    });
  }

  const big = { event: 'patch', data: `"${'x'.repeat(100_000)}"` };

  test('costs a bounded buffer, and is told to fetch again when it takes something', async () => {
    const served = await serve({ bufferLimit: 500_000 });
    const client = await stuck(served);
    const sink = await sinkOf(served);
    for (let id = 1; id <= 300; id++) sink.send({ id, ...big });
    sink.send({ id: 301, event: 'patch', data: '"last"' });
    const seen: string[] = [];
    for await (const data of messagesOf(Readable.toWeb(client) as never)) {
      seen.push(data);
      if (data === '"last"') break;
    }
    expect(seen).toContain('"too slow"');
    expect(seen.length).toBeLessThan(300);
    expect(seen.at(-1)).toBe('"last"');
  });

  test('is dropped in the end', async () => {
    const served = await serve({ heartbeatMs: 10, patienceMs: 50, bufferLimit: 500_000 });
    const client = await stuck(served);
    const sink = await sinkOf(served);
    await until('the cleanup', () => {
      for (let id = 1; id <= 4; id++) sink.send({ id, ...big });
      return served.cleanups() === 1;
    });
    client.destroy();
  });
});
