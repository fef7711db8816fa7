import { readFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { DECISIONS, type DecisionIs } from '../../contract/action-codes';
import { type ByteString, bytesOf } from '../../domain/keys/bytes';
import { compileGlob } from '../../domain/keys/glob';
import type { Target } from '../../domain/nodes/target';
import { ConsoleError } from '../../domain/values/errors';
import type { Declared } from '../../formats/index';
import { replaceText } from './kept-file';
import type { Log } from './log';
import { within } from './within';

/** What was decided of one key of a target. */
export type KeptDecision = { target: string; key: ByteString; is: DecisionIs; by: string; atMs: number };

/** What operators decided of keys that may be locks, kept in the data folder. */
export type DecisionStore = {
  readonly kept: 'file' | 'memory';
  of(target: string, key: ByteString): DecisionIs | null;
  all(): KeptDecision[];
  /**
   * Once this resolves, the decision survives the end of this process; `is: 'undecided'` takes one back. Throws
   * `not-stored` when it cannot be kept, and then nothing has changed; `too-large` when there are too many.
   */
  set(decision: Omit<KeptDecision, 'is'> & { is: DecisionIs | 'undecided' }): Promise<void>;
};

const MOST_DECISIONS = 10_000;
const FILE = 'decisions.json';
/** Longest that a caller waits for the file. */
const PATIENCE_MS = 5_000;

const fileSchema = z.object({
  v: z.literal(1),
  decisions: z.array(
    z.object({
      target: z.string(),
      key: z.string(),
      is: z.enum(DECISIONS),
      by: z.string(),
      atMs: z.number(),
    }),
  ),
});

/**
 * Reads the decisions in the folder; null = they are kept in memory. A file that cannot be understood is moved aside, and
 * the log has its new name.
 */
export function createDecisionStore(dataDir: string | null, log: Pick<Log, 'error'>): DecisionStore {
  const path = dataDir === null ? null : join(/* turbopackIgnore: true */ dataDir, FILE);
  let known = new Map<string, KeptDecision>();
  let last: Promise<unknown> = Promise.resolve();
  const nameOf = ({ target, key }: Pick<KeptDecision, 'target' | 'key'>) => `${target} ${key}`;
  const mapOf = (decisions: readonly KeptDecision[]) =>
    new Map(decisions.map((decision) => [nameOf(decision), decision]));

  if (path !== null) {
    try {
      known = mapOf(read(path));
    } catch (err) {
      const aside = `${path}.corrupt`;
      log.error({ err, path, aside }, 'the file of decisions could not be understood; it is moved aside');
      last = rename(path, aside).catch(() => {}); // the next write fails alike, and its caller learns why
    }
  }

  async function change(decision: Parameters<DecisionStore['set']>[0]): Promise<void> {
    const { is, ...rest } = decision;
    // Another console of the same folder may have written since.
    const next = path === null ? new Map(known) : mapOf(read(path));
    if (is === 'undecided') next.delete(nameOf(decision));
    else next.set(nameOf(decision), { ...rest, is });
    if (next.size > MOST_DECISIONS)
      throw new ConsoleError(
        'too-large',
        `There are ${MOST_DECISIONS} decisions; use a pattern in the configuration.`,
      );
    if (path !== null)
      await replaceText(path, `${JSON.stringify({ v: 1, decisions: [...next.values()] }, null, 1)}\n`);
    known = next;
  }

  return {
    kept: path === null ? 'memory' : 'file',
    of: (target, key) => known.get(nameOf({ target, key }))?.is ?? null,
    all: () => [...known.values()],
    async set(decision) {
      const turn = last.then(() => change(decision));
      last = turn.catch(() => {}); // its caller learns of it
      try {
        await within(PATIENCE_MS, turn);
      } catch (cause) {
        if (cause instanceof ConsoleError && cause.code === 'too-large') throw cause;
        const why = cause instanceof Error ? cause.message : String(cause);
        throw new ConsoleError('not-stored', `${path} cannot be written: ${why}`, { path }, { cause });
      }
    },
  };
}

/** What operators decided of a target's keys, or else its configuration says is no lock. */
export function declaredFor(
  { name, notLocks = [] }: Pick<Target, 'name' | 'notLocks'>,
  store: DecisionStore,
): Declared {
  const globs = notLocks.map((glob) => compileGlob(bytesOf(glob)));
  return (key) => store.of(name, key) ?? (globs.some((matches) => matches(key)) ? 'not-a-lock' : null);
}

function read(path: string): KeptDecision[] {
  let text: string;
  try {
    text = readFileSync(/* turbopackIgnore: true */ path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return fileSchema.parse(JSON.parse(text)).decisions;
}
