import { kindOfKey, type WriteEvent } from './events';
import { groupedBy } from './history';

/** One holder's stay on one lock in one server, from the write that put it there to the one that removed it. */
export type Tenure = {
  key: string;
  node: number;
  token: string;
  from: number;
  /** Holds it has now, or had when it ended. */
  count: number;
  /** Holds given back, each when. */
  givenBack: { at: number; count: number }[];
  /** Its deadlines so far, each from when; epoch ms of the server's clock, Infinity = never. */
  deadlines: { at: number; ms: number }[];
  to: number | null;
  end: 'removed' | 'written over' | 'unheard' | null;
};

export type Ledger = {
  tenures: Tenure[];
  /** A holder that was put beside or over another. */
  intrusions: { before: Tenure; after: Tenure }[];
  /** Locks that were left without TTL by the transaction that took them. */
  eternal: Tenure[];
};

/** The deadline that a tenure has, or had when it ended. */
export function deadlineOf({ deadlines }: Tenure): number {
  return deadlines.at(-1)?.ms ?? Number.POSITIVE_INFINITY;
}

/** Whether it is a read hold, whose deadlines are its own and not those of the lock. */
export function isReader({ key, token }: Pick<Tenure, 'key' | 'token'>): boolean {
  return kindOfKey(key) === 'read-write' && !token.endsWith(':write');
}

/** Writes that were executed at once, together; those of other servers may have been heard of in between. */
export function transactionsOf(writes: readonly WriteEvent[]): WriteEvent[][] {
  return [...groupedBy(writes, ({ node, txn }) => `${node}/${txn}`).values()];
}

/** Who holds a lock, by holder token. */
type Holders = Map<string, Tenure>;

const READ_HOLD = /^(.*):([0-9a-f-]{36}:-?\w+):rwlock_timeout:\d+$/;

/**
 * Replays the effective writes of all servers, which are empty at first. After writes were missed it is not known who
 * holds the locks of that server until one is deleted; it is not guessed.
 */
export function ledgerOf(writes: readonly WriteEvent[]): Ledger {
  const ledger: Ledger = { tenures: [], intrusions: [], eternal: [] };
  const locks = new Map<string, Holders>();
  const missed = new Set<number>();
  let entered: Tenure[] = [];

  for (const transaction of transactionsOf(writes)) {
    for (const write of transaction) {
      if (write.args === null) forget(write);
      else apply(write, write.args);
    }
    settle();
  }
  return ledger;

  function settle(): void {
    ledger.eternal.push(
      ...entered.filter((each) => each.to === null && deadlineOf(each) === Number.POSITIVE_INFINITY),
    );
    entered = [];
  }

  function forget({ node, at }: WriteEvent): void {
    missed.add(node);
    for (const [name, holders] of locks) {
      if (!name.startsWith(`${node} `)) continue;
      for (const tenure of holders.values()) leave(holders, tenure, at, 'unheard');
      locks.delete(name);
    }
  }

  function holdersOf({ node }: WriteEvent, key: string): Holders | null {
    const name = `${node} ${key}`;
    const known = locks.get(name);
    if (known || missed.has(node)) return known ?? null;
    const holders: Holders = new Map();
    locks.set(name, holders);
    return holders;
  }

  function enter(
    { at, node }: WriteEvent,
    key: string,
    holders: Holders,
    token: string,
    count: number,
  ): Tenure {
    const after: Tenure = {
      key,
      node,
      token,
      from: at,
      count,
      givenBack: [],
      deadlines: [],
      to: null,
      end: null,
    };
    for (const before of [...holders.values()]) {
      if (mayShare(key, before.token, token)) continue;
      ledger.intrusions.push({ before, after });
      if (isString(key)) leave(holders, before, at, 'written over');
    }
    holders.set(token, after);
    ledger.tenures.push(after);
    entered.push(after);
    return after;
  }

  function apply(write: WriteEvent, args: string[]): void {
    const [name = '', key = '', ...rest] = args;
    const command = name.toUpperCase();
    if (command === 'DEL' || command === 'UNLINK') for (const each of args.slice(1)) remove(write, each);
    else if (READ_HOLD.test(key)) onReadHold(write, key, deadlineIn(command, rest));
    else if (kindOfKey(key) === 'semaphore') onPermits(write, command, key, rest);
    else if (key.startsWith('torture:') && kindOfKey(key)) onLock(write, command, key, rest);
  }

  function remove(write: WriteEvent, key: string): void {
    const holders = holdersOf(write, key);
    for (const tenure of [...(holders?.values() ?? [])]) leave(holders, tenure, write.at, 'removed');
    if (!holders && key.startsWith('torture:')) locks.set(`${write.node} ${key}`, new Map());
  }

  function onLock(write: WriteEvent, command: string, key: string, rest: string[]): void {
    const holders = holdersOf(write, key);
    if (!holders) return;
    const [field = '', value = ''] = rest;
    const known = holders.get(field);
    if (command === 'SET' && !known) enter(write, key, holders, field, 1);
    if (command === 'HINCRBY')
      change(holders, known ?? enter(write, key, holders, field, 0), write.at, Number(value));
    if (command === 'HDEL') for (const each of rest) leave(holders, holders.get(each), write.at, 'removed');
    for (let i = 0; command === 'HSET' && i < rest.length; i += 2) {
      const token = rest[i] ?? '';
      if (token !== 'mode' && !holders.has(token)) enter(write, key, holders, token, Number(rest[i + 1]));
    }
    const ms = deadlineIn(command, rest);
    if (ms === null) return;
    for (const tenure of holders.values()) if (!isReader(tenure)) tenure.deadlines.push({ at: write.at, ms });
  }

  function onPermits(write: WriteEvent, command: string, name: string, rest: string[]): void {
    const key = bare(name.replace(/:timeout$/, ''));
    const holders = key === name ? null : holdersOf(write, key);
    if (!holders) return;
    const token = Buffer.from(rest.at(-1) ?? '', 'latin1').toString('hex');
    const known = holders.get(token);
    if (command === 'ZREM') leave(holders, known, write.at, 'removed');
    if (command !== 'ZADD') return;
    const tenure = known ?? enter(write, key, holders, token, 1);
    tenure.deadlines.push({ at: write.at, ms: Number(rest.at(-2)) });
  }

  /** A reader's deadline is the longest of its holds'. */
  function onReadHold(write: WriteEvent, name: string, ms: number | null): void {
    const [, base = '', token = ''] = READ_HOLD.exec(name) ?? [];
    const tenure = holdersOf(write, bare(base))?.get(token);
    if (!tenure || ms === null) return;
    const before = tenure.deadlines.at(-1)?.ms ?? 0;
    tenure.deadlines.push({ at: write.at, ms: Math.max(before, ms) });
  }
}

function change(holders: Holders, tenure: Tenure, at: number, by: number): void {
  if (tenure.count + by <= 0) leave(holders, tenure, at, 'removed');
  else if (by < 0) tenure.givenBack.push({ at, count: -by });
  if (tenure.to === null) tenure.count += by;
}

function leave(holders: Holders | null, tenure: Tenure | undefined, at: number, end: Tenure['end']): void {
  if (!tenure) return;
  if (end !== 'unheard') tenure.givenBack.push({ at, count: tenure.count });
  tenure.to = at;
  tenure.end = end;
  holders?.delete(tenure.token);
}

function mayShare(key: string, a: string, b: string): boolean {
  if (kindOfKey(key) === 'semaphore') return true;
  const bothRead = isReader({ key, token: a }) && isReader({ key, token: b });
  return bothRead || a.replace(/:write$/, '') === b.replace(/:write$/, '');
}

function isString(key: string): boolean {
  return kindOfKey(key) === 'mutex' || kindOfKey(key) === 'redlock';
}

function deadlineIn(command: string, rest: string[]): number | null {
  if (command === 'PERSIST') return Number.POSITIVE_INFINITY;
  if (command === 'PEXPIREAT') return Number(rest[0]);
  if (command !== 'SET') return null;
  const at = rest.findIndex((each) => each.toUpperCase() === 'PXAT');
  return at < 0 ? Number.POSITIVE_INFINITY : Number(rest[at + 1]);
}

/** A lock's name without the braces that names derived from it have. */
export function bare(name: string): string {
  return name.replace(/^\{(.*)\}$/, '$1');
}
