import { type Asked, type Held, keysOf, type Party } from './party';
import type { Program } from './program';
import type { Kind, Result } from './protocol';

/** `interrupt` ends the wait, and `held` rejects with what the library throws then. */
export type ProgramWait = { held: Promise<ProgramHeld>; interrupt(): Promise<void> };

export type ProgramHeld = Held & {
  /** Has the library make it last `leaseMs` from now. */
  extend(leaseMs: number): Promise<void>;
  /** As its holder sees it. */
  state(): Promise<Result>;
};

export type ProgramParty = Omit<Party, 'take' | 'acquire' | 'wait' | 'setPermits'> & {
  take(kind: Kind, key: string, asked?: Asked): Promise<ProgramHeld | null>;
  acquire(kind: Kind, key: string, asked?: Asked & { waitMs?: number }): Promise<ProgramHeld>;
  wait(kind: Kind, key: string, asked?: Asked & { waitMs?: number }): Promise<ProgramWait>;
  /** Also of a latch: how often it must be counted down. */
  setPermits(key: string, permits: number, kind?: Kind): Promise<boolean>;
  /** What the library calls this process. */
  readonly processId: string;
  /** As a holder sees it that has nothing itself. */
  state(kind: Kind, key: string): Promise<Result>;
  /** Whether there was something to release. */
  forceRelease(kind: Kind, key: string): Promise<boolean>;
  /** Releases what belongs to no holder: a permit by its id, a latch by one. */
  release(kind: Kind, key: string, token?: string): Promise<void>;
};

let holders = 0;

/** A program's locks over one connection of its own. */
export async function connectProgram(
  program: Program,
  where: {
    connection: string;
    nodes: string[];
    cluster: boolean;
    watchdogMs: number;
    awaitsReplicas?: boolean;
  },
): Promise<ProgramParty> {
  const { connection } = where;
  const { processId = '' } = await program.ask({ do: 'connect', ...where });

  const lockOf = (kind: Kind, keys: string[], holder = `h${++holders}`) => ({
    connection,
    holder,
    kind,
    keys,
  });
  type Lock = ReturnType<typeof lockOf>;

  /** `holds` are those of the holder, who is not needed after the last. */
  function heldOf(lock: Lock, { token = '', fencingToken }: Result, holds: { count: number }): ProgramHeld {
    holds.count++;
    return {
      token,
      fencingToken: fencingToken === undefined ? null : BigInt(fencingToken),
      async release() {
        try {
          await program.ask({ do: 'release', token, ...lock });
        } finally {
          holds.count--;
          if (holds.count === 0) leave(lock);
        }
      },
      async extend(leaseMs) {
        await program.ask({ do: 'extend', leaseMs, ...lock });
      },
      state: () => program.ask({ do: 'state', ...lock }),
      async again(kind) {
        const same = { ...lock, kind: kind ?? lock.kind };
        const result = await program.ask({ do: 'acquire', waitMs: 0, ...same });
        if (!result.acquired)
          throw new Error(`${program.library} could not take its ${same.kind} lock again`);
        return heldOf(same, result, holds);
      },
    };
  }

  function leave({ holder }: Lock): void {
    program.ask({ do: 'leave', holder }).catch(() => {}); // the program has ended
  }

  async function attempt(
    lock: Lock,
    asked: Asked & { waitMs?: number },
    onWaiting?: () => void,
  ): Promise<ProgramHeld | null> {
    try {
      const result = await program.ask({ do: 'acquire', ...asked, ...lock }, onWaiting);
      if (result.acquired) return heldOf(lock, result, { count: 0 });
    } catch (error) {
      leave(lock);
      throw error;
    }
    leave(lock);
    return null;
  }

  async function alone(kind: Kind, keys: string[], work: (lock: Lock) => Promise<Result>): Promise<Result> {
    const lock = lockOf(kind, keys);
    try {
      return await work(lock);
    } finally {
      leave(lock);
    }
  }

  const state = (kind: Kind, key: string) =>
    alone(kind, [key], (lock) => program.ask({ do: 'state', ...lock }));

  function given(held: ProgramHeld | null): ProgramHeld {
    if (!held) throw new Error(`${program.library} gave up`);
    return held;
  }

  return {
    name: program.library,
    processId,
    take: (kind, key, asked = {}) => attempt(lockOf(kind, keysOf(kind, key)), { waitMs: 0, ...asked }),
    async acquire(kind, key, asked = {}) {
      return given(await attempt(lockOf(kind, keysOf(kind, key)), asked));
    },
    wait(kind, key, asked = {}) {
      return new Promise((resolve, reject) => {
        const lock = lockOf(kind, keysOf(kind, key));
        const interrupt = async () => {
          await program.ask({ do: 'interrupt', holder: lock.holder });
        };
        const held = attempt(lock, asked, () => resolve({ held, interrupt })).then(given);
        held.then(() => reject(new Error('the lock was free')), reject);
      });
    },
    async setPermits(key, permits, kind = 'permit') {
      const result = await alone(kind, [key], (lock) => program.ask({ do: 'setPermits', permits, ...lock }));
      return result.set === true;
    },
    async permits(key) {
      const { available = -1, held = -1 } = await state('permit', key);
      return { available, held };
    },
    state,
    async forceRelease(kind, key) {
      const result = await alone(kind, [key], (lock) => program.ask({ do: 'forceRelease', ...lock }));
      return result.released === true;
    },
    async release(kind, key, token = '') {
      await alone(kind, [key], (lock) => program.ask({ do: 'release', token, ...lock }));
    },
  };
}
