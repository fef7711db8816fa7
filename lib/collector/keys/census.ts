import type { Census, CensusHit } from '../../contract/nodes';
import { libraryScripts } from '../../formats/core/library-scripts';
import type { AskedServer } from './server';

/**
 * A long interval suffices: the script cache is emptied as a whole. Only scripts of a plain EVAL are evicted one by one,
 * beyond 500 of them (Redis 7.4).
 */
const CENSUS_EVERY_MS = 300_000;

const ALL = [...new Set(libraryScripts.flatMap(({ sha1s }) => sha1s))];

type CensusPoll = {
  /**
   * Asks the server which of the known scripts it has cached, unless it answered within five minutes. Rejects when the
   * connection fails; the next call asks again.
   */
  poll(): Promise<void>;
  census(): Census;
  /** Libraries with at least one cached script. */
  libraries(): ReadonlySet<string>;
  /** What a missing permission costs; null = nothing. */
  note(): string | null;
  /** The server may be another one now. */
  forget(): void;
};

/** Which lock libraries have run on a server, by `SCRIPT EXISTS` with the hashes of their scripts: one command. */
export function createCensusPoll({ redis, budget, now }: AskedServer): CensusPoll {
  let census: Census = null;
  let libraries: ReadonlySet<string> = new Set();
  let denied: string | null = null;
  let nextMs = 0;

  function settle(hits: CensusHit[] | null): void {
    census = hits && { hits, atMs: now() };
    libraries = new Set(hits?.map(({ library }) => library));
  }

  return {
    async poll() {
      if (now() < nextMs) return;
      await budget.take(1);
      try {
        const reply = await redis.script('EXISTS', ...ALL);
        const there = Array.isArray(reply) ? reply.map((each) => each === 1) : [];
        settle(hitsOf(new Set(ALL.filter((_, i) => there[i]))));
        denied = null;
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'ReplyError') throw error;
        denied = `which lock libraries ran is not known: ${error.message}`;
        settle(null);
      }
      nextMs = now() + CENSUS_EVERY_MS;
    },
    census: () => census,
    libraries: () => libraries,
    note: () => denied,
    forget() {
      settle(null);
      nextMs = 0;
    },
  };
}

/** Libraries with at least one of these scripts, by name. Pure. */
export function hitsOf(there: ReadonlySet<string>): CensusHit[] {
  const byLibrary = new Map<string, { version: string; found: number; known: number }[]>();
  for (const { library, version, sha1s } of libraryScripts) {
    const found = sha1s.filter((sha1) => there.has(sha1)).length;
    if (found === 0) continue;
    byLibrary.set(library, [...(byLibrary.get(library) ?? []), { version, found, known: sha1s.length }]);
  }
  return [...byLibrary]
    .map(([library, versions]) => {
      const sorted = [...versions].sort((a, b) => b.found - a.found);
      const { found = 0, known = 0 } = sorted[0] ?? {};
      return { library, versions: sorted.map(({ version }) => version), found, known };
    })
    .sort((a, b) => a.library.localeCompare(b.library));
}
