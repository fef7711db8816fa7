/** An answer with this media type that a browser saves under this file name. */
export function fileAnswer(body: string | ReadableStream, type: string, name: string): Response {
  return new Response(body, {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}
