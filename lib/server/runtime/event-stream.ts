/** One message of a stream; `data` is one line of text. */
export type StreamMessage = { id: string | number; event: string; data: string };

export type StreamSink = {
  send(message: StreamMessage): void;
  /** Ends the stream; the browser will connect again. */
  end(): void;
};

export type StreamOptions = {
  /** What a client is sent instead of everything it was too slow to take. */
  resync(): StreamMessage;
  heartbeatMs?: number;
  /** Characters that may wait for a client before they are dropped. */
  bufferLimit?: number;
  /** A client that takes nothing for this long is dropped. */
  patienceMs?: number;
};

export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/**
 * An answer of server-sent events. `setup` gets the sink and returns its cleanup, which runs exactly once: when the
 * client goes (`signal`), when it is dropped, or after `end`. A slow client loses messages, never order, and is told to
 * fetch again; it costs at most `bufferLimit`.
 */
export function eventStream(
  signal: AbortSignal,
  setup: (sink: StreamSink) => () => void,
  options: StreamOptions,
): Response {
  const { resync, heartbeatMs = 15_000, bufferLimit = 1_048_576, patienceMs = 30_000 } = options;
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  let waiting: string[] = [];
  let waitingLength = 0;
  let fullSince: number | null = null;
  let cleanup: (() => void) | null = null;
  let ended = false;

  function write(text: string): void {
    if (ended || !controller) return;
    if (waiting.length === 0 && (controller.desiredSize ?? 0) > 0) {
      controller.enqueue(encoder.encode(text));
      return;
    }
    fullSince ??= performance.now();
    waiting.push(text);
    waitingLength += text.length;
    if (waitingLength <= bufferLimit) return;
    waiting = [wire(resync())];
    waitingLength = waiting[0]?.length ?? 0;
  }

  function flush(): void {
    fullSince = null;
    if (ended || waiting.length === 0) return;
    const text = waiting.join('');
    waiting = [];
    waitingLength = 0;
    controller?.enqueue(encoder.encode(text));
  }

  function end(): void {
    if (ended) return;
    ended = true;
    clearInterval(heartbeat);
    signal.removeEventListener('abort', end);
    waiting = [];
    cleanup?.();
    try {
      controller?.close();
    } catch {
      // the client had gone already
    }
  }

  const heartbeat = setInterval(() => {
    if (fullSince !== null && performance.now() - fullSince > patienceMs) end();
    else write(': still here\n\n');
  }, heartbeatMs);

  const body = new ReadableStream<Uint8Array>(
    {
      start(own) {
        controller = own;
      },
      pull: flush,
      cancel: end,
    },
    { highWaterMark: 64 * 1024, size: (chunk) => chunk.byteLength },
  );
  write(': lockscope\n\n');
  cleanup = setup({ send: (message) => write(wire(message)), end });
  if (ended) cleanup();
  if (signal.aborted) end();
  else signal.addEventListener('abort', end);

  return new Response(body, { headers: STREAM_HEADERS });
}

function wire({ id, event, data }: StreamMessage): string {
  return `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`;
}
