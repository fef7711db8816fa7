/*
 * How a program that uses a foreign lock library is driven: one JSON object a line, requests on its standard input, replies
 * on its standard output; standard error is for people. The program ends when its input does, and leaves what it holds as
 * it is. Every request names a `holder`, whom the library must take for one: a thread, a task, an object. A holder does
 * one thing at a time, in the order of the requests; different holders never wait for each other.
 */

/** Kinds of lock by what they are for; a library has some of them, and a name of its own for each. */
export type Kind =
  | 'mutex'
  | 'reentrant'
  | 'spin'
  | 'fair'
  | 'read'
  | 'write'
  | 'fenced'
  | 'permit'
  | 'semaphore'
  | 'multi'
  | 'redlock'
  | 'job'
  | 'latch';

/** Which lock. `keys` has one member but for a multi-lock. */
export type Target = { connection: string; holder: string; kind: Kind; keys: string[] };

export type Request =
  /** `watchdogMs` = lease of what is held under a watchdog, for libraries that let it be set. */
  | {
      do: 'connect';
      connection: string;
      nodes: string[];
      cluster: boolean;
      watchdogMs: number;
      /** Whether Redisson waits for a replica's receipt of each renewal, as it does by itself: for a second at most. */
      awaitsReplicas?: boolean;
    }
  /**
   * Answers `acquired` false when the wait is over. `waitMs` absent = for ever, 0 = one attempt; `leaseMs` absent = as the
   * library does when none is named.
   */
  | ({ do: 'acquire'; waitMs?: number; leaseMs?: number } & Target)
  /** `token` = as `acquire` answered. */
  | ({ do: 'release'; token?: string } & Target)
  /** What is held lasts `leaseMs` from now; for libraries that can. */
  | ({ do: 'extend'; leaseMs: number } & Target)
  | ({ do: 'forceRelease' } & Target)
  /** Semaphores and latches: says how many there are if nobody did. */
  | ({ do: 'setPermits'; permits: number } & Target)
  | ({ do: 'state' } & Target)
  /** Ends the wait of a holder, which then fails; for libraries that can. */
  | { do: 'interrupt'; holder: string }
  /** The holder is not used again. */
  | { do: 'leave'; holder: string };

/** What `done` may say, by request. Fencing tokens are decimal text. */
export type Result = {
  /** `connect`: what the library calls this process, where it has a name for it. */
  processId?: string;
  acquired?: boolean;
  token?: string;
  fencingToken?: string;
  released?: boolean;
  set?: boolean;
  locked?: boolean;
  holdCount?: number;
  ttlMs?: number;
  available?: number;
  held?: number;
  /** `state`: class or code of the error by which the library told the holder that its lock is lost. */
  lost?: string;
};

export type Reply =
  /** First line of every program. */
  | { event: 'ready'; library: string; version: string }
  /** The lock is held by another, and the library waits: it listens, or sleeps until its next try. At most once. */
  | { event: 'waiting'; id: number }
  | { event: 'done'; id: number; result: Result }
  /** `error` = the class or code of the library's error. */
  | { event: 'failed'; id: number; error: string; message: string };
