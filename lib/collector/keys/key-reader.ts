import { setImmediate } from 'node:timers/promises';
import type { ByteString } from '../../domain/keys/bytes';
import { isInternalKey } from '../../domain/keys/internal-keys';
import { absentKey, type RawKey } from '../../domain/keys/raw-key';
import type { Observation } from '../../formats/core/format';
import { mayBeOf, type Recognised } from '../../formats/index';
import { readGroups, readKeys } from '../../redis/reading/read-keys';
import type { EventCounter } from '../counting/event-counter';
import type { LockIndex } from '../index/lock-index';
import { isAbsent, listenersOfNext } from '../index/next-in-line';
import type { CandidateFilter } from './candidate-filter';
import { IN_TIME_MS } from './dirty-key-queue';
import { COMMANDS_PER_KEY, createReadJobs, type ReadOptions } from './read-jobs';
import type { WatchedServer } from './server';

const SLICE = 16;
const GROUPS_TOGETHER = 40;
/** Classic and sharded subscribers. */
const COMMANDS_PER_NEXT = 2;
/** A group has at most 50 keys, the lock itself among them. */
const BESIDE = 49;

/**
 * The only way from Redis into the index. Reads one batch at a time, so that no older answer can overwrite a newer one;
 * urgent batches go first.
 */
type KeyReader = {
  /** Resolves when the index is updated, with the keys that other cluster nodes serve; rejects when the connection fails. */
  read(keys: readonly ByteString[], how: ReadOptions): Promise<readonly RawKey[]>;
  /** Rejects all pending reads. */
  abandon(error: Error): void;
};

type KeyReaderOptions = {
  server: Pick<WatchedServer, 'redis' | 'budget' | 'now' | 'answered'> & {
    /** Whether the event loop was blocked a moment ago, so that reports arrived late. */
    wasStalled(): boolean;
  };
  index: LockIndex;
  candidates: Pick<CandidateFilter, 'seen' | 'companions'>;
  recognise: (raw: RawKey, named: boolean, beside?: Observation['companions']) => Recognised | null;
  /** Whether a newly found key was certainly absent before. */
  wasAbsent: (key: ByteString) => boolean;
  /** Whether keyspace events say that this key is gone, so that a reading would show nothing else. */
  isGone(key: ByteString): boolean;
  /** Takes a reading; returns whether keyspace events count what it shows. */
  isCounted: EventCounter['took'];
};

export function createKeyReader(options: KeyReaderOptions): KeyReader {
  const { server, index } = options;
  const { redis, budget, now } = server;
  const { seen, companions } = options.candidates;
  const jobs = createReadJobs(budget, readBatch);

  async function readBatch(
    wanted: readonly ByteString[],
    how: ReadOptions,
    elsewhere: RawKey[],
  ): Promise<void> {
    const keys = how.by === 'event' ? wanted.filter((key) => !isKnownGone(key, how)) : wanted;
    const groups = keys.flatMap((key) => {
      const beside = companionsOf(key);
      return beside.length > 0 ? [[key, ...beside]] : [];
    });
    const grouped = new Set(groups.map(([key]) => key));
    const read = await ask(
      keys.filter((key) => !grouped.has(key)),
      how,
    );
    for (const [i, { raw, tookMs }] of read.entries()) {
      if (raw.type === 'elsewhere') {
        elsewhere.push(raw);
        continue;
      }
      // Yields to the event loop: a whole batch at once would block everything else.
      if (i > 0 && i % SLICE === 0) await setImmediate();
      const recognised = recogniseAlone(raw, how);
      const always = alwaysCompanions(raw, recognised);
      if (always.length > 0) groups.push([raw.key, ...always]);
      else apply(raw, recognised, how, tookMs);
    }
    await readGroupsOf(groups, how, elsewhere);
  }

  /** Whether the key, alone, is gone by its events: then that is applied in the place of a reading. */
  function isKnownGone(key: ByteString, how: ReadOptions): boolean {
    const { format } = index.get(key)?.recognised ?? {};
    if (!options.isGone(key) || format?.companions || companions.of(key).length > 0) return false;
    apply(absentKey(key, now()), null, how, 0);
    return true;
  }

  async function ask(
    keys: readonly ByteString[],
    how: ReadOptions,
  ): Promise<{ raw: RawKey; tookMs: number }[]> {
    if (keys.length === 0) return [];
    await budget.take(keys.length * COMMANDS_PER_KEY, how.urgent);
    const startedAt = performance.now();
    const askedAtMs = now();
    const read = await readKeys(redis, keys, now, how.asking);
    budget.measured((performance.now() - startedAt) / Math.max(1, keys.length / 50));
    server.answered();
    return read.map((raw) => ({ raw, tookMs: raw.readAtMs - askedAtMs }));
  }

  /** Reads locks with their companion keys, each group at one moment. */
  async function readGroupsOf(
    groups: readonly (readonly ByteString[])[],
    how: ReadOptions,
    elsewhere: RawKey[],
    wasReadAgain = new Set<ByteString>(),
  ): Promise<void> {
    const again: ByteString[][] = [];
    for (let from = 0; from < groups.length; from += GROUPS_TOGETHER) {
      const part = groups.slice(from, from + GROUPS_TOGETHER);
      await budget.take(part.flat().length * COMMANDS_PER_KEY, how.urgent);
      const askedAtMs = now();
      const noticed = companions.noticed();
      const read = await readGroups(redis, part, now, how.asking);
      server.answered();
      for (const [raw, ...beside] of read) {
        if (!raw) continue;
        if (raw.type === 'elsewhere') {
          elsewhere.push(raw);
          continue;
        }
        const denied = raw.type === 'string' ? beside.find(({ type }) => type === 'denied') : undefined;
        if (denied) {
          // A number or a flag means nothing without its companion key: it may be any kind of lock, or none.
          apply({ ...denied, key: raw.key }, null, how, raw.readAtMs - askedAtMs);
          continue;
        }
        const known = new Map(beside.map((each) => [each.key, each]));
        const recognised = recogniseWithCompanions(raw, how, known);
        const always = alwaysCompanions(raw, recognised);
        for (const { key, type } of beside) if (type === 'none') companions.gone(raw.key, key, noticed);
        // Some companions were not read, or are new: reads the group once more with all of them.
        if (always.some((key) => !known.has(key)) && !wasReadAgain.has(raw.key)) {
          wasReadAgain.add(raw.key);
          again.push([raw.key, ...always]);
        } else apply(raw, recognised, how, raw.readAtMs - askedAtMs, await listenersOf(recognised, how));
      }
      await setImmediate();
    }
    if (again.length > 0) await readGroupsOf(again, how, elsewhere, wasReadAgain);
  }

  function alwaysCompanions(raw: RawKey, recognised: Recognised | null): ByteString[] {
    const { companions: its } = recognised?.format ?? {};
    return its?.always || raw.type === 'none' ? (its?.of(raw) ?? []) : [];
  }

  /** Known companions of this key; a lock whose own key is absent is read with all that it may have. */
  function companionsOf(key: ByteString): readonly ByteString[] {
    const was = index.get(key)?.recognised;
    if (!was || !isAbsent(was)) return companions.of(key);
    const its = was.format.companions?.of(was.sight.raw) ?? [];
    return [...new Set([...its, ...companions.of(key)])].slice(0, BESIDE);
  }

  /** A queue that may belong to two locks belongs to the one that is known. */
  function recogniseWithCompanions(
    raw: RawKey,
    how: ReadOptions,
    beside: Observation['companions'],
  ): Recognised | null {
    if (raw.type !== 'none' && !mayBeOf(raw.type)) return null;
    const recognised = options.recognise(raw, namedBy(how, raw.key), beside);
    if (!recognised || raw.type !== 'none') return recognised;
    const isRival = (key: ByteString) => index.get(key)?.recognised.format.id === recognised.format.id;
    return companions.rivalsOf(raw.key).some(isRival) ? null : recognised;
  }

  async function listenersOf(recognised: Recognised | null, how: ReadOptions): Promise<number | null> {
    if (!recognised || !isAbsent(recognised)) return null;
    await budget.take(COMMANDS_PER_NEXT, how.urgent);
    return listenersOfNext(redis, recognised);
  }

  function namedBy(how: ReadOptions, key: ByteString): boolean {
    return typeof how.named === 'boolean' ? how.named : how.named(key);
  }

  function recogniseAlone(raw: RawKey, how: ReadOptions): Recognised | null {
    return mayBeOf(raw.type) ? options.recognise(raw, namedBy(how, raw.key)) : null;
  }

  function apply(
    raw: RawKey,
    recognised: Recognised | null,
    how: ReadOptions,
    tookMs: number,
    nextListeners: number | null = null,
  ): void {
    if (raw.type === 'denied') how.onDenied?.();
    const known = index.get(raw.key) !== undefined;
    const isUnseen = raw.type === 'none' && !known && !index.wasSeenGone(raw.key);
    const report = how.reports?.get(raw.key);
    const events = index.apply(raw, recognised, {
      by: how.by,
      wasAbsent: !known && recognised !== null && options.wasAbsent(raw.key),
      writes: report?.writes ?? null,
      isTimely:
        how.by !== 'event' ||
        (!server.wasStalled() && raw.readAtMs - (report?.firstMs ?? raw.readAtMs) <= IN_TIME_MS),
      tookMs,
      nextListeners,
      isCounted: options.isCounted(raw, recognised, raw.readAtMs - tookMs),
    });
    how.onObserved?.(raw.key, isUnseen ? 0 : Math.max(1, events));
    if (!recognised && !known && raw.type !== 'none') seen.add(raw.key, raw.readAtMs);
  }

  return {
    read(asked, how) {
      // Keys that our client stores next to locks are not locks, whatever a configured pattern says.
      const keys = asked.filter((key) => !isInternalKey(key));
      if (keys.length === 0) return Promise.resolve([]);
      return jobs.add(keys, how);
    },
    abandon: jobs.abandon,
  };
}
