import type { Program } from '../program';
import type { Kind } from '../protocol';
import type { Column } from './columns';

/** How a holder learns that its lock was freed: when it releases, when it extends, by being told, or not at all. */
export type Loss = { by: 'release' | 'extend' | 'state'; says: RegExp } | { by: 'nothing' };

/** A kind of lock of a library, as the matrix has it. */
export type Contender = {
  library: string;
  language: string;
  /** Programs are shared by contenders that start them alike. */
  program: { name: string; start(): Promise<Program> };
  place: 'standalone' | 'cluster';
  kind: Kind;
  /** Who asks for this waits while the lock is held: of a read lock, a writer. */
  rival: Kind;
  /** What a program asks for so that the lock has `name` in its name. */
  asks(name: string): string;
  /** The keys in Redis where the library has what was asked for: one, but for a multi-lock. */
  keysOf(asked: string): [string, ...string[]];
  /** Id of the format, which its bytes must be said to be, or be one of several to be. */
  format: string;
  loss: Loss;
  /** Why the library has no such thing. */
  lacks: Partial<Record<Column, string>>;
  /** What is said of waiters that leave nothing in Redis: 0 where the bytes are those of a lock whose waiters do. */
  unseenWaiters: null | 0;
  /** Whether somebody can wait for it. */
  waits: boolean;
  /** Whether a hold has a lease that a caller can name. */
  leased: boolean;
  /** Its program says when it waits; otherwise that is seen by its asking Redis so often: by this command, or by any. */
  waiting: 'told' | { command: string | null; times: number };
  /** It is held under the library's own renewal where the test of a release is concerned. */
  renewed: boolean;
  /** Permits that must be there before somebody can have one. */
  permits: number | null;
};
