import fc from 'fast-check';
import { expect, test } from 'vitest';
import { messagesOf } from './sse';

async function read(text: string, cuts: number[]): Promise<string[]> {
  const bytes = new TextEncoder().encode(text);
  const ends = [...cuts.map((cut) => cut % bytes.length).sort((a, b) => a - b), bytes.length];
  const chunks = ends.map((end, i) => bytes.slice(ends[i - 1] ?? 0, end));
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const messages: string[] = [];
  for await (const message of messagesOf(stream)) messages.push(message);
  return messages;
}

test('messages are whole wherever the stream is cut', async () => {
  const text =
    ': hello\n\nid: 1\nevent: patch\ndata: {"a":"🔒"}\n\n: ping\n\ndata: one\ndata: two\n\ndata:\r\n\r\ndata: unfinished';
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(), { maxLength: 8 }), async (cuts) => {
      expect(await read(text, cuts)).toEqual(['{"a":"🔒"}', 'one\ntwo', '']);
    }),
  );
});
