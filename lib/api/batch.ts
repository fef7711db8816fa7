import type { LiveMessage } from '../contract/stream';
import { mergePatches } from './patch';

/** Shortest time between two writes into the cache; every write draws the page. */
export const BATCH_MS = 100;
/** After a write that took long, this many times as long is left to the person. */
const SHARE = 2;

/**
 * Gathers messages and hands them on as few as possible: neighbouring patches become one, of several statuses the last
 * counts. The first message after a pause goes on at once. When drawing takes long, batches grow rather than queue up.
 */
export class MessageBatch {
  private messages: LiveMessage[] = [];
  private timer: ReturnType<typeof setTimeout> | null = null;
  private nextAtMs = 0;

  constructor(
    private readonly apply: (message: LiveMessage) => void,
    private readonly monotonicMs: () => number,
  ) {}

  add(message: LiveMessage): void {
    this.messages.push(message);
    this.timer ??= setTimeout(() => this.flush(), Math.max(0, this.nextAtMs - this.monotonicMs()));
  }

  /** Hands on everything that waits, now. */
  flush(): void {
    this.stop();
    if (this.messages.length === 0) return;
    const waiting = this.messages;
    this.messages = [];
    const startMs = this.monotonicMs();
    for (const message of compact(waiting)) this.apply(message);
    this.nextAtMs = startMs + BATCH_MS;
    // React draws after this task: what the next task sees on the clock is the whole cost.
    setTimeout(() => {
      const tookMs = this.monotonicMs() - startMs;
      this.nextAtMs = Math.max(this.nextAtMs, startMs + tookMs * (1 + SHARE));
    }, 0);
  }

  private stop(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }
}

/** As few messages as say the same. */
export function compact(messages: readonly LiveMessage[]): LiveMessage[] {
  const lastStatus = messages.findLast(({ type }) => type === 'status');
  const kept: LiveMessage[] = [];
  for (const message of messages) {
    const last = kept.at(-1);
    if (message.type === 'status' && message !== lastStatus) continue;
    if (message.type === 'patch' && last?.type === 'patch')
      kept[kept.length - 1] = mergePatches(last, message);
    else kept.push(message);
  }
  return kept;
}
