import type { QueryOf } from '../contract/endpoint-types';
import type { FamiliesAnswer, HolderAnswer, HoldersAnswer } from '../contract/groups';
import { describeProblem, type FilterTerm, parseFilter } from '../domain/lists/lock-filter';
import { coverageOf } from '../domain/nodes/coverage';
import { ConsoleError } from '../domain/values/errors';
import type { Runtime } from '../server/runtime/types';
import { heldByName } from './held-by';
import { listFamilies } from './list-families';
import { listHolders } from './list-holders';

/** Most groups that an answer has: in a namespace without structure each key is a family, and may have its own holder. */
const GROUPS = 500;

/** Families of the known locks that match; from memory. Throws `invalid-argument` for an invalid filter. */
export function families(runtime: Runtime, ask: QueryOf<'GET /api/families'>): FamiliesAnswer {
  const nowMs = runtime.now();
  const target = ask.target ?? null;
  const found = listFamilies(runtime.locks(target), termsOf(ask.q), nowMs);
  const coverage = coverageOf(runtime.nodes(target));
  return { families: found.slice(0, GROUPS), matched: found.length, coverage, nowMs };
}

/** Holders of the known locks that match; from memory. Throws as `families`. */
export function holders(runtime: Runtime, ask: QueryOf<'GET /api/holders'>): HoldersAnswer {
  const nowMs = runtime.now();
  const target = ask.target ?? null;
  const found = listHolders(runtime.byHolder(target), termsOf(ask.q), nowMs, GROUPS);
  return { ...found, coverage: coverageOf(runtime.nodes(target)), nowMs };
}

function termsOf(q: string): readonly FilterTerm[] {
  const { terms, problem } = parseFilter(q);
  if (!problem) return terms;
  throw new ConsoleError('invalid-argument', describeProblem(problem), { setting: 'q', ...problem });
}

/** Every lock that the holder of this name is known to hold; from memory. A holder without locks is no error. */
export function holder(runtime: Runtime, ref: string): HolderAnswer {
  const found = heldByName(runtime, ref);
  return { ...found, coverage: coverageOf(runtime.nodes()), nowMs: runtime.now() };
}

/** The holder named by a route's address: its last segment, decoded once, since a token may contain percent signs. */
export function holderRefOf(url: string): string {
  try {
    return decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '');
  } catch {
    return '';
  }
}
