import { setTimeout as pause } from 'node:timers/promises';
import type { Ask } from '../../contract/consoles';
import { ConsoleError, isConsoleError } from '../../domain/values/errors';
import type { ConsoleAnswer, ConsoleOwner, FeedLine } from './wire';

/** A state line comes every second: three that are missing, and the other console is away. */
const SILENCE_MS = 3_500;
const CONNECT_MS = 2_000;
const ASK_MS = 2_500;
const RETRY_MS = 250;

type FollowOptions = {
  target: string;
  /** Who collects it now; null = nobody is known to. */
  ownerOf(): Promise<ConsoleOwner | null>;
  onLine(line: FeedLine): void;
  /** A stream began (its lines tell everything anew), or what was known is no longer told. */
  onStart(): void;
  onSilence(why: string): void;
};

type Following = {
  /** Asks the console that collects. Rejects with `node-down` or `timed-out`. */
  ask(ask: Ask): Promise<ConsoleAnswer>;
  stop(): Promise<void>;
};

/** Follows whichever console collects a target, from one to the next, until stopped. */
export function followFeed(options: FollowOptions): Following {
  const { target, ownerOf, onLine, onStart, onSilence } = options;
  const stopping = new AbortController();
  let owner: ConsoleOwner | null = null;

  async function follow(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        owner = await ownerOf();
        if (owner) await readFeed(owner);
        else onSilence('no console collects this target');
      } catch (error) {
        if (!stopping.signal.aborted) onSilence(reasonOf(error));
      }
      await pause(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  async function readFeed({ url, secret }: ConsoleOwner): Promise<void> {
    const silence = new AbortController();
    let timer = setTimeout(() => silence.abort(), CONNECT_MS);
    const alive = () => {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
    };
    try {
      const response = await fetch(placeOf(url, target), {
        headers: { authorization: `Bearer ${secret}` },
        signal: AbortSignal.any([stopping.signal, silence.signal]),
        cache: 'no-store',
      });
      if (!response.ok || !response.body)
        throw new ConsoleError('node-down', `the console at ${url} answered ${response.status}`);
      onStart();
      for await (const line of linesOf(response.body, alive)) onLine(JSON.parse(line));
      throw new ConsoleError('node-down', `the console at ${url} ended its feed`);
    } catch (cause) {
      if (!silence.signal.aborted) throw cause;
      throw new ConsoleError('node-down', `the console at ${url} gives no answer`, {}, { cause });
    } finally {
      clearTimeout(timer);
    }
  }

  async function ask(question: Ask): Promise<ConsoleAnswer> {
    const to = owner;
    if (!to) throw new ConsoleError('node-down', 'No console collects this target now.');
    const response = await fetch(placeOf(to.url, target), {
      method: 'POST',
      headers: { authorization: `Bearer ${to.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(question),
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(ASK_MS)]),
    }).catch((cause) => {
      throw new ConsoleError(
        'node-down',
        'The console that collects this target gives no answer.',
        {},
        { cause },
      );
    });
    if (response.ok) return (await response.json()) as ConsoleAnswer;
    throw new ConsoleError('node-down', `The console that collects this target answered ${response.status}.`);
  }

  const running = follow();
  return {
    ask,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

function placeOf(url: string, target: string): string {
  return `${url.replace(/\/$/, '')}/api/consoles/${encodeURIComponent(target)}`;
}

/** Lines of a stream as they come; `onPart` is called for each part of it. */
async function* linesOf(body: ReadableStream<Uint8Array>, onPart: () => void): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  for await (const part of body) {
    onPart();
    const pieces = decoder.decode(part, { stream: true }).split('\n');
    for (const [i, piece] of pieces.entries()) {
      parts.push(piece);
      if (i === pieces.length - 1) break;
      yield parts.join('');
      parts.length = 0;
    }
  }
}

function reasonOf(error: unknown): string {
  return isConsoleError(error) ? error.message : 'the console that collects it cannot be reached';
}
