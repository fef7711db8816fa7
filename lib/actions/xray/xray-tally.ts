import { XRAY_VERBS, type XrayVerb } from '../../contract/action-codes';
import { noCounts } from '../../domain/actions/xray';
import type { ByteString } from '../../domain/keys/bytes';
import { type MonitoredCommand, parseMonitorLine } from '../../redis/monitor-lines';
import { effectOf, isCall, knownScript, namesLock, verbOf, type XrayNames } from './xray-verbs';

/** Addresses that are kept apart; a client that connects anew for every try makes one each time. */
const ADDRESSES = 500;

export type Tallied = {
  counts: Record<XrayVerb, number>;
  scripts: Set<string>;
  firstMs: number;
  lastMs: number;
};

export type XrayTally = {
  /** Counts one line that came `atMs` after the start; keeps nothing of a command that does not name the lock. */
  take(line: ByteString, atMs: number): void;
  /** To be asked when nothing more comes. */
  result(): {
    commands: number;
    unattributed: number;
    /** Commands of clients beyond those that are kept apart, and how many of those there may be at most. */
    beyond: { commands: number; clients: number };
    byAddress: ReadonlyMap<string, Tallied>;
  };
};

/** A call whose script may still say what it does. */
type Call = { tallied: Tallied | null; effects: Set<XrayVerb> };

/** Counts who named a lock, by their addresses, and what for. What a script runs belongs to the call just before it. */
export function createTally(names: XrayNames): XrayTally {
  const byAddress = new Map<string, Tallied>();
  const beyond = { commands: 0, addresses: new Set<string>() };
  let commands = 0;
  let unattributed = 0;
  /** The call that runs; `unnamed` = one that did not name the lock. */
  let call: Call | 'unnamed' = 'unnamed';

  function of(source: string, atMs: number): Tallied | null {
    let tallied = byAddress.get(source);
    if (!tallied) {
      if (byAddress.size >= ADDRESSES) {
        beyond.commands++;
        if (beyond.addresses.size < ADDRESSES) beyond.addresses.add(source);
        return null;
      }
      tallied = { counts: noCounts(), scripts: new Set(), firstMs: atMs, lastMs: atMs };
      byAddress.set(source, tallied);
    }
    tallied.lastMs = atMs;
    return tallied;
  }

  /** What a script did first tells: a taker may clear what was left over, and a release may leave a lease to others. */
  function settle(): void {
    if (call !== 'unnamed' && call.tallied) {
      const { effects, tallied } = call;
      const verb = (['tries', 'releases', 'renews'] as const).find((each) => effects.has(each));
      tallied.counts[verb ?? 'touches']++;
    }
    call = 'unnamed';
  }

  function takeFromScript(command: MonitoredCommand): void {
    if (!namesLock(command, names)) return;
    if (call === 'unnamed') {
      unattributed++;
      return;
    }
    const effect = effectOf(command, names);
    if (effect) call.effects.add(effect);
  }

  function takeFromClient(command: MonitoredCommand, atMs: number): void {
    settle();
    if (!namesLock(command, names)) return;
    const tallied = of(command.source, atMs);
    if (!isCall(command)) {
      if (tallied) tallied.counts[verbOf(command, names)]++;
      return;
    }
    const known = knownScript(command);
    if (known?.library) tallied?.scripts.add(known.library);
    const readsOnly = verbOf(command, names) === 'reads';
    const verb = known?.verb ?? (readsOnly ? 'reads' : null);
    if (verb && tallied) tallied.counts[verb]++;
    call = { tallied: verb ? null : tallied, effects: new Set() };
  }

  return {
    take(line, atMs) {
      const command = parseMonitorLine(line);
      if (!command) return;
      commands++;
      if (command.source === 'lua') takeFromScript(command);
      else takeFromClient(command, atMs);
    },
    result() {
      settle();
      const { commands: more, addresses } = beyond;
      return { commands, unattributed, beyond: { commands: more, clients: addresses.size }, byAddress };
    },
  };
}

/** All commands of one client that named the lock. */
export function totalOf(counts: Record<XrayVerb, number>): number {
  return XRAY_VERBS.reduce((sum, verb) => sum + counts[verb], 0);
}
