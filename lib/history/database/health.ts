import type { ConsoleError } from '../../domain/values/errors';
import type { Trouble } from './trouble';

export type Problem = { sinceMs: number; message: string };

/** Whether a database can be used, as what was last tried has shown. */
export type Health = {
  problem(): Problem | null;
  failed(error: ConsoleError, extent: Trouble['extent']): void;
  /** `wrote`: something was written, not only read. */
  worked(wrote: boolean): void;
};

/** Remembers since when there is trouble; one that only writing has is not over because something was read. */
export function createHealth(now: () => number, told?: (problem: Problem | null) => void): Health {
  let problem: (Problem & { extent: Trouble['extent'] }) | null = null;
  const publicOf = () => problem && { sinceMs: problem.sinceMs, message: problem.message };
  return {
    problem: publicOf,
    failed({ message }, extent) {
      const before = problem;
      problem = { sinceMs: before?.sinceMs ?? now(), message, extent };
      if (before?.message !== message) told?.(publicOf());
    },
    worked(wrote) {
      if (!problem || (problem.extent === 'writes' && !wrote)) return;
      problem = null;
      told?.(null);
    },
  };
}
