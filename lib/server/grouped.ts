import type { FamiliesAnswer, HolderAnswer } from '../domain/api';
import { LockError } from '../domain/errors';
import { describeProblem, parseFilter } from '../domain/lock-filter';
import { heldBy } from '../inspector/held-by';
import { listFamilies } from '../inspector/list-families';
import { coverageOf } from './overview';
import type { Runtime } from './runtime-core';

/** Most families that are sent; a namespace without shape has one for each key. */
const FAMILIES = 500;

/** Families of the known locks that match; from memory. Throws `invalid-argument` for a filter that cannot be read. */
export function families(runtime: Runtime, ask: { q: string; target?: string | undefined }): FamiliesAnswer {
  const nowMs = runtime.now();
  const { terms, problem } = parseFilter(ask.q);
  if (problem)
    throw new LockError('invalid-argument', describeProblem(problem), { setting: 'q', ...problem });
  const target = ask.target ?? null;
  const found = listFamilies(runtime.locks(target), terms, nowMs);
  const coverage = coverageOf(runtime.nodes(target));
  return { families: found.slice(0, FAMILIES), matched: found.length, coverage, nowMs };
}

/** Everything that the holder of this name is known to have; from memory. A holder that has nothing is no error. */
export function holder(runtime: Runtime, ref: string): HolderAnswer {
  const found = heldBy(runtime.locks(), ref);
  return { ...found, coverage: coverageOf(runtime.nodes()), nowMs: runtime.now() };
}

/** The holder that a route's address names: its last segment, decoded once, since a token may hold percent signs. */
export function holderRefOf(url: string): string {
  try {
    return decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '');
  } catch {
    return '';
  }
}
