import type { ByteString } from '../domain/bytes';

const FLUSH_MS = 10;
const BATCH = 500;
const STRANGERS = 10_000;

/** Changed keys on their way to be read: each once, however often it was reported. */
export type Inbox = {
  /** A key that is, or may well be, a lock. */
  add(key: ByteString): void;
  /** A key nobody knows: looked at when there is time, dropped when there are too many. */
  addStranger(key: ByteString): void;
  /** Strangers dropped so far. */
  dropped(): number;
  clear(): void;
  stop(): Promise<void>;
};

export type InboxOptions = {
  /** Looks at the keys now; `writes` = how often each was reported. A failure means the connection is gone. */
  read(keys: ByteString[], writes: ReadonlyMap<ByteString, number>): Promise<void>;
  /** Whether strangers have to wait. */
  busy(): boolean;
};

/** Empty inbox that flushes some 10 ms after the first change, in batches. */
export function createInbox({ read, busy }: InboxOptions): Inbox {
  let known = new Map<ByteString, number>();
  const strangers = new Map<ByteString, number>();
  let dropped = 0;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let running: Promise<void> = Promise.resolve();

  function schedule(ms: number): void {
    if (timer || stopped) return;
    timer = setTimeout(() => (running = flush()), ms);
  }

  async function flush(): Promise<void> {
    const batch = take();
    try {
      if (batch.size > 0) await read([...batch.keys()], batch);
    } catch {
      // The connection failed: everything is read again when it is back.
    }
    timer = null;
    if (known.size > 0 || strangers.size > 0) schedule(known.size > 0 ? FLUSH_MS : busy() ? 100 : FLUSH_MS);
  }

  function take(): Map<ByteString, number> {
    const batch = new Map<ByteString, number>();
    for (const [key, writes] of known) {
      if (batch.size >= BATCH) break;
      batch.set(key, writes);
    }
    for (const key of batch.keys()) known.delete(key);
    if (busy()) return batch;
    for (const [key, writes] of strangers) {
      if (batch.size >= BATCH) break;
      batch.set(key, writes);
      strangers.delete(key);
    }
    return batch;
  }

  return {
    add(key) {
      const writes = strangers.get(key) ?? 0;
      strangers.delete(key);
      known.set(key, (known.get(key) ?? writes) + 1);
      schedule(FLUSH_MS);
    },
    addStranger(key) {
      if (known.has(key)) return this.add(key);
      if (strangers.size >= STRANGERS && !strangers.has(key)) {
        strangers.delete(strangers.keys().next().value ?? '');
        dropped += 1;
      }
      strangers.set(key, (strangers.get(key) ?? 0) + 1);
      schedule(FLUSH_MS);
    },
    dropped: () => dropped,
    clear() {
      known = new Map();
      strangers.clear();
    },
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      known = new Map();
      strangers.clear();
      await running;
    },
  };
}
