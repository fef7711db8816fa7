import type { BulkRelease } from '../../actions/bulk/release-many';

/**
 * A run as JSON lines, each sent as soon as a lock is done. Who goes away stops the run before its next lock. Whatever the
 * reader's pace, the run keeps its own: an act must not wait for a slow network.
 */
export function bulkLines(run: BulkRelease, signal: AbortSignal): Response {
  const left = new AbortController();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (line: unknown) => {
        if (!left.signal.aborted) controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
      };
      // Not awaited: `start` has to end before anything can be read.
      run.go(send, AbortSignal.any([signal, left.signal])).then(
        () => !left.signal.aborted && controller.close(),
        (error: unknown) => controller.error(error),
      );
    },
    cancel: () => left.abort(),
  });
  return new Response(body, {
    headers: { 'content-type': 'application/x-ndjson; charset=utf-8', 'cache-control': 'no-store' },
  });
}
