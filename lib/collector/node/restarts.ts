import type { ByteString } from '../../domain/keys/bytes';
import type { Promotion, Restart } from '../../findings/core/node-rule';
import type { Entry } from '../index/entry-types';
import type { NodeFacts } from '../keys/node-facts';

/** A restart or failover is reported for this long, or until the last lease it cut would have ended, up to an hour. */
const KEPT_MS = 600_000;
const KEPT_AT_MOST_MS = 3_600_000;
/** INFO reports the uptime in whole seconds. */
const UPTIME_ERROR_MS = 1_000;
const NAMED = 10;

/** A lock that was held when the server went away, and its holders' tokens. */
type Before = { text: string; tokens: string; deadlineMs: number | 'none' };
/** A restart or failover whose effect is not read yet; `from` = the primary before a failover, null = a restart. */
type Pending = { from: string | null; before: Map<ByteString, Before> };
type Told<T> = { what: T; untilMs: number };

/** Finds what a restart or a failover did to the locks: compares the holders before with those after. */
type Restarts = {
  /** The server lost its data, or sentinels replaced it: remembers these known locks. A flush is neither. */
  before(entries: Iterable<Entry>): void;
  /** This server was a replica of `from` and now serves its locks. */
  promoted(entries: Iterable<Entry>, from: string): void;
  /** Known locks were read again. */
  after(entryOf: (key: ByteString) => Entry | undefined): void;
  /** The last restart after which locks are gone or have another holder. */
  restart(): Restart | null;
  /** The last failover to this server. */
  promotion(): Promotion | null;
};

export function createRestarts(options: {
  now: () => number;
  address: () => string;
  facts: () => NodeFacts | null;
}): Restarts {
  const { now } = options;
  let known: { runId: string; address: string } | null = null;
  let pending: Pending | null = null;
  let restart: Told<Restart> | null = null;
  let promotion: Told<Promotion> | null = null;

  /** When another process took the place of the known one, and at which address that was; null = it is the same process. */
  function changed(): { from: string | null; atMs: number } | null {
    const facts = options.facts();
    if (!facts || !known || facts.runId === null || facts.runId === known.runId) return null;
    if (options.address() !== known.address) return { from: known.address, atMs: facts.readAtMs };
    const upMs = Number(facts.info.get('uptime_in_seconds') ?? 0) * 1_000 + UPTIME_ERROR_MS;
    return { from: null, atMs: facts.readAtMs - upMs };
  }

  function remember(entries: Iterable<Entry>, from: string | null, atMs: number): void {
    if (!pending || pending.from !== from) pending = { from, before: new Map() };
    for (const { key, display, facts } of entries) {
      const { deadlineMs, holders } = facts.reading;
      if (pending.before.has(key) || holders.length === 0) continue;
      if (deadlineMs !== 'none' && deadlineMs <= atMs) continue;
      pending.before.set(key, { text: display.text, tokens: tokensOf(holders), deadlineMs });
    }
  }

  return {
    before(entries) {
      const change = changed();
      if (change) remember(entries, change.from, change.atMs);
    },
    promoted: (entries, from) => remember(entries, from, now()),
    after(entryOf) {
      const facts = options.facts();
      if (facts?.runId) known = { runId: facts.runId, address: options.address() };
      if (!pending) return;
      const { from, before } = pending;
      pending = null;
      const cut = [...before].filter(([key, { tokens }]) => {
        const entry = entryOf(key);
        return !entry || tokensOf(entry.facts.reading.holders) !== tokens;
      });
      const atMs = now();
      const latest = Math.max(
        0,
        ...cut.map(([, { deadlineMs }]) => (deadlineMs === 'none' ? Infinity : deadlineMs)),
      );
      const untilMs = Math.max(atMs + KEPT_MS, Math.min(latest, atMs + KEPT_AT_MOST_MS));
      const what = { atMs, count: cut.length, keys: cut.slice(0, NAMED).map(([, { text }]) => text) };
      if (from !== null) promotion = { what: { ...what, from, kept: before.size - cut.length }, untilMs };
      else if (cut.length > 0) restart = { what, untilMs };
    },
    restart: () => (restart && now() < restart.untilMs ? restart.what : null),
    promotion: () => (promotion && now() < promotion.untilMs ? promotion.what : null),
  };
}

function tokensOf(holders: readonly { token: ByteString }[]): string {
  return holders
    .map(({ token }) => token)
    .sort()
    .join('\n');
}
