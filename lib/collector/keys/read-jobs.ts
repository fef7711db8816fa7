import type { KnownBy } from '../../contract/codes';
import type { ByteString } from '../../domain/keys/bytes';
import type { RawKey } from '../../domain/keys/raw-key';
import type { Budget } from './budget';
import type { Report } from './dirty-key-queue';

const BATCH = 200;
/** TYPE, PTTL and two reads: what one key costs Redis, sent one by one or made by a script. */
export const COMMANDS_PER_KEY = 4;

export type ReadOptions = {
  by: KnownBy;
  /** Goes before discovery. */
  urgent: boolean;
  /** Keys whose name or channel marks them as locks, whatever their value. */
  named: boolean | ((key: ByteString) => boolean);
  reports?: ReadonlyMap<ByteString, Report>;
  /** The keys are migrating to this node of a cluster: it serves them after ASKING. */
  asking?: boolean;
  /** How many redirections were followed so far. */
  redirections?: number;
  /** Called for each key that this user may not read. */
  onDenied?: () => void;
  /** Called for each key with how many of its changes the reading shows: 0 where it is absent and was not known. */
  onObserved?: (key: ByteString, changes: number) => void;
};

type Job = {
  keys: readonly ByteString[];
  from: number;
  how: ReadOptions;
  elsewhere: RawKey[];
  resolve: (elsewhere: readonly RawKey[]) => void;
  reject: (error: unknown) => void;
};

/**
 * The readings of one server that wait: one batch of them at a time, urgent ones first. Urgent ones that nobody follows key
 * by key, as people ask for them, share batches; a batch that fails fails for all of them.
 */
type ReadJobs = {
  /** Resolves when all keys were read, with those that other nodes of a cluster serve. */
  add(keys: readonly ByteString[], how: ReadOptions): Promise<readonly RawKey[]>;
  /** Rejects all that wait. */
  abandon(error: Error): void;
};

/** `readBatch` reads some keys now, and adds those that other nodes serve to `elsewhere`. */
export function createReadJobs(
  budget: Pick<Budget, 'affords'>,
  readBatch: (keys: readonly ByteString[], how: ReadOptions, elsewhere: RawKey[]) => Promise<void>,
): ReadJobs {
  const urgent: Job[] = [];
  const patient: Job[] = [];
  let busy = false;

  async function pump(): Promise<void> {
    if (busy) return;
    busy = true;
    for (let job = next(); job; job = next()) await readTogether(alike(job));
    busy = false;
  }

  /** This job and those that may share its batches, in their order. */
  function alike(job: Job): Job[] {
    const { how } = job;
    if (!isPlain(how)) return [job];
    return urgent.filter(
      (each) => isPlain(each.how) && each.how.by === how.by && each.how.named === how.named,
    );
  }

  /** Reads one batch of these jobs, as much of the first ones as there is room for. */
  async function readTogether(jobs: readonly Job[]): Promise<void> {
    const keys = new Set<ByteString>();
    const parts = new Map<Job, readonly ByteString[]>();
    for (const job of jobs) {
      const part = job.keys.slice(job.from, job.from + BATCH - keys.size);
      if (part.length === 0) break;
      for (const key of part) keys.add(key);
      job.from += part.length;
      parts.set(job, part);
    }
    const [first] = jobs;
    if (!first) return;
    const elsewhere: RawKey[] = [];
    try {
      await readBatch([...keys], first.how, elsewhere);
    } catch (error) {
      for (const job of parts.keys()) {
        drop(job);
        job.reject(error);
      }
      return;
    }
    for (const [job, part] of parts) {
      job.elsewhere.push(...elsewhere.filter(({ key }) => part.includes(key)));
      if (job.from < job.keys.length) continue;
      drop(job);
      job.resolve(job.elsewhere);
    }
  }

  /** Urgent jobs first; other jobs run as often as their own share of the budget allows. */
  function next(): Job | undefined {
    const [now, later] = [urgent[0], patient[0]];
    if (!now || !later) return now ?? later;
    const keys = Math.min(BATCH, later.keys.length - later.from);
    return budget.affords(keys * COMMANDS_PER_KEY) ? later : now;
  }

  function drop(job: Job): void {
    const queue = job.how.urgent ? urgent : patient;
    const at = queue.indexOf(job);
    if (at >= 0) queue.splice(at, 1);
  }

  return {
    add(keys, how) {
      return new Promise((resolve, reject) => {
        (how.urgent ? urgent : patient).push({ keys, from: 0, how, elsewhere: [], resolve, reject });
        // What is asked for at the same moment goes together.
        queueMicrotask(() => void pump());
      });
    },
    abandon(error) {
      for (const job of [...urgent.splice(0), ...patient.splice(0)]) job.reject(error);
    },
  };
}

function isPlain({ urgent, reports, onObserved, onDenied, redirections }: ReadOptions): boolean {
  return urgent && !reports && !onObserved && !onDenied && redirections === undefined;
}
