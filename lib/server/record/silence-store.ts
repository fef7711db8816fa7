import { randomUUID } from 'node:crypto';
import type { Silence, SilenceNote } from '../../contract/silences';
import { ConsoleError, isConsoleError } from '../../domain/values/errors';
import { moveAside, prepareFolder } from './kept-file';
import type { Log } from './log';
import {
  firstCheck,
  type KeptSilence,
  type Look,
  lookAt,
  replaceFile,
  silenceFilePath,
  sweepLeftOvers,
} from './silence-file';
import { within } from './within';

/** The silences of this console and of every other one that has the same folder. */
export type SilenceStore = {
  readonly kept: 'file' | 'memory';
  /** Those that run now. */
  running(): Silence[];
  /**
   * Once this resolves, the silence survives the end of this process. Throws `not-stored` when it cannot be kept, and
   * then it does not run; `too-large` when there are too many.
   */
  add(silence: Omit<Silence, 'id'>): Promise<Silence>;
  /** Ends one that runs. Throws `not-found` when none of this id does, `not-stored` as `add`; then it goes on. */
  end(id: string): Promise<Silence>;
  /** What is wrong with the file. */
  notes(): SilenceNote[];
  /** Stops looking at the file, after what is under way. Can be called twice. */
  close(): Promise<void>;
};

type SilenceStoreOptions = {
  /** null = kept in memory. */
  dataDir: string | null;
  now: () => number;
  log: Pick<Log, 'error' | 'warn'>;
  /** How often the file is looked at for what another console wrote, ms. */
  checkEveryMs?: number;
};

export const MOST_SILENCES = 1_000;
const LOOK_EVERY_MS = 3_000;
/** Longest that a caller waits for the file. */
const PATIENCE_MS = 5_000;
const CLOSE_MS = 1_000;

/**
 * Silences in one file of the data folder. Changes are made one after the other; each looks first at what another console
 * wrote, and what one console knows and the file does not is written again, so of two that write at once neither loses.
 */
export function createSilenceStore(options: SilenceStoreOptions): SilenceStore {
  const { dataDir, now, log } = options;
  const path = dataDir === null ? null : silenceFilePath(dataDir);
  let known = new Map<string, KeptSilence>();
  let stamp: string | null = null;
  /** Something is known that the file does not say. */
  let isAhead = false;
  let trouble: SilenceNote | null = null;
  const corrupt: SilenceNote[] = [];
  let last: Promise<unknown> = Promise.resolve();

  const runs = ({ untilMs, endedMs }: KeptSilence) => endedMs === null && untilMs > now();

  function inTurn<R>(work: () => Promise<R>): Promise<R> {
    const turn = last.then(work);
    last = turn.catch(() => {}); // its caller learns of it
    return turn;
  }

  async function takeIn(file: string, look: Look): Promise<void> {
    if (look.is === 'corrupt') {
      const movedTo = await moveAside(file, now());
      corrupt.push({ code: 'corrupt', path: file, movedTo, atMs: now() });
      log.error(
        { path: file, movedTo, why: look.why },
        'the file of silences could not be understood; it was moved aside',
      );
    }
    if (look.is === 'same') return;
    const read = look.is === 'silences' ? look.silences : [];
    stamp = look.is === 'silences' ? look.stamp : null;
    const told = new Map(read.map((silence) => [silence.id, silence]));
    for (const silence of read) {
      const own = known.get(silence.id);
      known.set(silence.id, { ...silence, endedMs: silence.endedMs ?? own?.endedMs ?? null });
    }
    isAhead = [...known.values()].some(
      ({ id, untilMs, endedMs }) => untilMs > now() && told.get(id)?.endedMs !== endedMs,
    );
  }

  async function write(next: ReadonlyMap<string, KeptSilence>): Promise<void> {
    if (path === null) return;
    stamp = await replaceFile(path, [...next.values()]);
    isAhead = false;
  }

  async function look(file: string): Promise<void> {
    await tried('unreadable', file, async () => takeIn(file, await lookAt(file, stamp)));
    if (isAhead) await tried('unwritable', file, () => write(stillOfUse(known)));
  }

  async function tried(
    code: 'unreadable' | 'unwritable',
    file: string,
    work: () => Promise<void>,
  ): Promise<void> {
    try {
      await work();
      if (trouble?.code === code) trouble = null;
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      if (trouble?.code !== code) log.error({ err: cause, path: file }, `the file of silences is ${code}`);
      trouble = { code, path: file, why, atMs: trouble?.code === code ? trouble.atMs : now() };
      const verb = code === 'unreadable' ? 'read' : 'written';
      throw new ConsoleError('not-stored', `${file} cannot be ${verb}: ${why}`, { path: file }, { cause });
    }
  }

  /** Ended ones are of use until they would have ended; the ones that would end last, and not too many. */
  function stillOfUse(silences: ReadonlyMap<string, KeptSilence>): Map<string, KeptSilence> {
    const later = [...silences.values()].filter(({ untilMs }) => untilMs > now());
    const ended = later.filter(({ endedMs }) => endedMs !== null).sort((a, b) => b.untilMs - a.untilMs);
    const kept = [...later.filter(({ endedMs }) => endedMs === null), ...ended.slice(0, MOST_SILENCES)];
    return new Map(kept.map((silence) => [silence.id, silence]));
  }

  async function change(edit: (next: Map<string, KeptSilence>) => Silence): Promise<Silence> {
    const turn = inTurn(async () => {
      if (path !== null) await look(path);
      const next = stillOfUse(known);
      const changed = edit(next);
      if (path !== null) await tried('unwritable', path, () => write(next));
      known = next;
      return changed;
    });
    try {
      return await within(PATIENCE_MS, turn);
    } catch (error) {
      if (!isConsoleError(error, 'timed-out')) throw error;
      const message = `${path} took longer than ${PATIENCE_MS} ms; the change may yet be kept.`;
      throw new ConsoleError('not-stored', message, { path }, { cause: error });
    }
  }

  if (path !== null) start(path);
  const timer =
    path === null
      ? null
      : setInterval(
          () => void inTurn(() => look(path)).catch(() => {}),
          options.checkEveryMs ?? LOOK_EVERY_MS,
        );
  timer?.unref();

  function start(file: string): void {
    let first: Look = { is: 'same' };
    try {
      first = firstCheck(file);
    } catch {
      // The look below fails alike, and tells.
    }
    if (first.is === 'silences') known = new Map(first.silences.map((silence) => [silence.id, silence]));
    void inTurn(async () => {
      await tried('unwritable', file, () => prepareFolder(file));
      await look(file);
      await sweepLeftOvers(file, now());
    }).catch(() => {}); // told in the notes
  }

  return {
    kept: path === null ? 'memory' : 'file',
    running: () => [...known.values()].filter(runs).map(({ endedMs: _, ...silence }) => silence),
    add: (silence) =>
      change((next) => {
        if ([...next.values()].filter(runs).length >= MOST_SILENCES)
          throw new ConsoleError('too-large', `There are ${MOST_SILENCES} silences; end one first.`);
        const added = { ...silence, id: randomUUID() };
        next.set(added.id, { ...added, endedMs: null });
        return added;
      }),
    end: (id) =>
      change((next) => {
        const found = next.get(id);
        if (!found || !runs(found))
          throw new ConsoleError('not-found', 'There is no such silence; it may have ended.', { id });
        next.set(id, { ...found, endedMs: now() });
        const { endedMs: _, ...silence } = found;
        return silence;
      }),
    notes: () => (trouble ? [...corrupt, trouble] : [...corrupt]),
    async close() {
      if (timer) clearInterval(timer);
      await within(CLOSE_MS, last).catch(() => {}); // a file that does not answer keeps nobody
    },
  };
}
