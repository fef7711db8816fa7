import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';

/** Texts that are made for each request. Streams (`text/event-stream`, NDJSON) are left as they are: they must not wait. */
const TEXT = /^(?:application\/(?:json|openmetrics-text)|text\/(?:plain|csv|markdown))\b/;
/** As small as gzip at its best for JSON, in a third of the time. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 6;

type Encoding = 'br' | 'gzip';

/**
 * Makes an answer travel compressed when it turns out to be a text and the client takes it so. Next does this for pages; an
 * answer of a route reaches the socket uncompressed.
 */
export function compressTexts(request: IncomingMessage, response: ServerResponse): void {
  const encoding = encodingOf(request.headers['accept-encoding']);
  if (!encoding || request.method === 'HEAD') return;
  const write = response.write.bind(response);
  const end = response.end.bind(response);
  const flushHeaders = response.flushHeaders.bind(response);
  let stream: ReturnType<typeof streamOf> | null | undefined;

  function decided(): ReturnType<typeof streamOf> | null {
    if (stream !== undefined) return stream;
    stream = isText(response) ? streamOf(encoding as Encoding) : null;
    if (!stream) return null;
    response.removeHeader('content-length');
    response.setHeader('content-encoding', encoding as Encoding);
    response.appendHeader('vary', 'accept-encoding');
    const compressing = stream;
    compressing.on('data', (chunk: Buffer) => {
      if (!write(chunk)) compressing.pause();
    });
    compressing.on('drain', () => response.emit('drain'));
    compressing.on('end', () => end());
    compressing.on('error', () => response.destroy());
    response.on('drain', () => compressing.resume());
    response.once('close', () => compressing.destroy());
    return compressing;
  }

  response.flushHeaders = () => {
    decided();
    flushHeaders();
  };
  response.write = ((...args: Parameters<typeof write>) =>
    (decided() ?? { write }).write(...args)) as typeof write;
  response.end = ((...args: Parameters<typeof end>) => {
    const to = decided();
    if (!to) return end(...args);
    Reflect.apply(to.end, to, args);
    return response;
  }) as typeof end;
}

function isText(response: ServerResponse): boolean {
  if (response.statusCode === 204 || response.statusCode === 304) return false;
  if (response.headersSent || response.hasHeader('content-encoding')) return false;
  return TEXT.test(String(response.getHeader('content-type') ?? ''));
}

/** The better one that the client takes; null = neither. */
function encodingOf(header: string | string[] | undefined): Encoding | null {
  const accepted = String(header ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part))
    .map((part) => part.split(';', 1)[0]);
  return (['br', 'gzip'] as const).find((each) => accepted.includes(each)) ?? null;
}

function streamOf(encoding: Encoding) {
  if (encoding === 'gzip') return createGzip({ level: GZIP_LEVEL });
  return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
}
