import type { LiveMessage } from '../../contract/stream';
import type { StreamMessage, StreamSink } from './event-stream';

const RING = 2_000;
const RING_CHARACTERS = 32_000_000;
/** A patch with more locks than this costs every browser more than fetching what it shows. */
const PATCH_LOCKS = 1_000;
const STATUS_MS = 1_000;

type Body<T extends LiveMessage['type']> = Omit<
  Extract<LiveMessage, { type: T }>,
  'type' | 'version' | 'nowMs'
>;

export type LiveBus = {
  /** Version of the newest message. */
  version(): number;
  publishPatch(body: Body<'patch'>): void;
  /**
   * Sends a client `hello` and everything from then on; with the id of the last message it has, first everything it
   * missed, or `resync` when that is no longer known. Returns the unsubscribe function.
   */
  subscribe(sink: StreamSink, lastEventId: string | null): () => void;
  /** Clients that have the stream open. */
  clients(): number;
  /** What a client is told that was too slow. */
  slowResync(): StreamMessage;
  /** Ends every client's stream and takes no more. */
  close(): void;
};

export type LiveBusOptions = {
  startedAtMs: number;
  /** Default: the moment of the start. */
  firstVersion?: number;
  status(): Body<'status'>;
  now?: () => number;
  ringSize?: number;
};

/**
 * The live stream of one process. Versions grow by one a message and begin at the moment of the start, so that the id
 * of a message of an earlier process is never taken for one of ours. Each message is made into text once, for all.
 */
export function createLiveBus(options: LiveBusOptions): LiveBus {
  const { startedAtMs, status, now = Date.now, ringSize = RING } = options;
  const sinks = new Set<StreamSink>();
  const ring: StreamMessage[] = [];
  let ringCharacters = 0;
  let version = options.firstVersion ?? startedAtMs;
  let timer: ReturnType<typeof setInterval> | null = null;
  let closed = false;

  function publish(build: (version: number) => StreamMessage): void {
    version += 1;
    const message = build(version);
    ring.push(message);
    ringCharacters += message.data.length;
    while (ring.length > ringSize || ringCharacters > RING_CHARACTERS) {
      ringCharacters -= ring.shift()?.data.length ?? 0;
    }
    for (const sink of [...sinks]) sink.send(message);
  }

  function publishPatch(body: Body<'patch'>): void {
    const tooMany = body.changed.length + body.removed.length > PATCH_LOCKS;
    publish((version) =>
      tooMany
        ? resync('too many locks changed at once')
        : wireOf({ type: 'patch', version, nowMs: now(), ...body }),
    );
  }

  function resync(why: string): StreamMessage {
    return wireOf({ type: 'resync', version, nowMs: now(), why });
  }

  function missedSince(lastEventId: string | null): StreamMessage[] | null {
    const last = lastEventId !== null && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : null;
    if (last === null || last > version) return null;
    if (last === version) return [];
    const from = ring.findIndex(({ id }) => Number(id) === last + 1);
    return from < 0 ? null : ring.slice(from);
  }

  return {
    version: () => version,
    publishPatch,
    subscribe(sink, lastEventId) {
      if (closed) {
        sink.end();
        return () => {};
      }
      const missed = lastEventId === null ? [] : missedSince(lastEventId);
      const from = missed?.length ? Number(lastEventId) : version;
      sink.send(wireOf({ type: 'hello', version: from, nowMs: now(), startedAtMs }));
      for (const message of missed ?? [resync('what you missed is no longer known')]) sink.send(message);
      sinks.add(sink);
      timer ??= setInterval(
        () => publish((version) => wireOf({ type: 'status', version, nowMs: now(), ...status() })),
        STATUS_MS,
      );
      return () => {
        sinks.delete(sink);
        if (sinks.size > 0 || !timer) return;
        clearInterval(timer);
        timer = null;
      };
    },
    clients: () => sinks.size,
    slowResync: () => resync('you were too slow to take everything'),
    close() {
      closed = true;
      for (const sink of [...sinks]) sink.end();
      sinks.clear();
      if (timer) clearInterval(timer);
      timer = null;
    },
  };
}

function wireOf(message: LiveMessage): StreamMessage {
  return { id: message.version, event: message.type, data: JSON.stringify(message) };
}
