import type { ByteString } from '../domain/bytes';
import type { Entry } from './entry';
import type { NodeFacts } from './node-facts';

/** A restart is told of for this long, or until the last lease that it cut would have ended, up to an hour. */
const KEPT_MS = 600_000;
const KEPT_AT_MOST_MS = 3_600_000;
/** INFO tells the uptime in whole seconds. */
const UPTIME_ERROR_MS = 1_000;
const NAMED = 10;

/** What was held when the server went, and who held it. */
type Before = { text: string; tokens: string; deadlineMs: number | 'none' };

export type Restarts = {
  /** The server lost its data: these locks were known. A flush is no restart, and nor is another server in its place. */
  before(entries: Iterable<Entry>): void;
  /** Known locks were read again. */
  after(entryOf: (key: ByteString) => Entry | undefined): void;
  /** The last restart under locks that are not there any more, or that somebody else has by now. */
  last(): { atMs: number; count: number; keys: readonly string[] } | null;
};

export function createRestarts(options: {
  now: () => number;
  address: () => string;
  facts: () => NodeFacts | null;
}): Restarts {
  const { now } = options;
  let known: { runId: string; address: string } | null = null;
  let pending: Map<ByteString, Before> | null = null;
  let last: { atMs: number; count: number; keys: string[]; untilMs: number } | null = null;

  /** When the process that answers now began, if it is not the one that was known; null = it is. */
  function startedAtMs(): number | null {
    const facts = options.facts();
    if (!facts || !known || facts.runId === null || facts.runId === known.runId) return null;
    if (options.address() !== known.address) return null;
    return facts.readAtMs - (Number(facts.info.get('uptime_in_seconds') ?? 0) * 1_000 + UPTIME_ERROR_MS);
  }

  return {
    before(entries) {
      const startedMs = startedAtMs();
      if (startedMs === null) return;
      pending ??= new Map();
      for (const { key, display, facts } of entries) {
        const { deadlineMs, holders } = facts.reading;
        if (pending.has(key) || holders.length === 0) continue;
        if (deadlineMs !== 'none' && deadlineMs <= startedMs) continue;
        pending.set(key, { text: display.text, tokens: tokensOf(holders), deadlineMs });
      }
    },
    after(entryOf) {
      const facts = options.facts();
      if (facts?.runId) known = { runId: facts.runId, address: options.address() };
      const cut = [...(pending ?? [])].filter(([key, { tokens }]) => {
        const entry = entryOf(key);
        return !entry || tokensOf(entry.facts.reading.holders) !== tokens;
      });
      pending = null;
      if (cut.length === 0) return;
      const atMs = now();
      const latest = Math.max(
        ...cut.map(([, { deadlineMs }]) => (deadlineMs === 'none' ? Infinity : deadlineMs)),
      );
      const untilMs = Math.max(atMs + KEPT_MS, Math.min(latest, atMs + KEPT_AT_MOST_MS));
      last = { atMs, count: cut.length, keys: cut.slice(0, NAMED).map(([, { text }]) => text), untilMs };
    },
    last: () => (last && now() < last.untilMs ? last : null),
  };
}

function tokensOf(holders: readonly { token: ByteString }[]): string {
  return holders
    .map(({ token }) => token)
    .sort()
    .join('\n');
}
