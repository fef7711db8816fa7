import type { LiveMessage } from '../../lib/contract/stream';
import type { ConsoleClient } from './console-client';
import { CommandError, ExitCode } from './exit-code';
import type { Output } from './output';
import { messagesOf } from './sse';

type WatchOptions = { target?: string; json: boolean; signal: AbortSignal };

/** `lockscope watch`: one line for each event, until it is interrupted. Throws when the stream ends by itself. */
export async function watchEvents(console: ConsoleClient, options: WatchOptions, out: Output): Promise<void> {
  try {
    const stream = await console.stream('/api/events', options.signal);
    for await (const data of messagesOf(stream)) print(JSON.parse(data) as LiveMessage, options, out);
  } catch (error) {
    if (options.signal.aborted) return;
    if (error instanceof CommandError) throw error;
    throw new CommandError(ExitCode.error, 'stream-ended', `the stream broke: ${String(error)}`);
  }
  if (!options.signal.aborted)
    throw new CommandError(ExitCode.error, 'stream-ended', 'the console ended the stream');
}

function print(message: LiveMessage, { target, json }: WatchOptions, out: Output): void {
  if (message.type === 'resync') out.errorLine(`events were missed: ${message.why}`);
  if (message.type !== 'patch') return;
  for (const event of message.events) {
    if (target !== undefined && event.target !== target) continue;
    if (json) out.line(JSON.stringify(event));
    else {
      const time = new Date(event.atMs).toISOString().slice(11, 23);
      out.line(
        `${time}  ${event.target}  ${event.kind.padEnd(15)}  ${event.key}  ${event.holder ?? ''}`.trimEnd(),
      );
    }
  }
}
