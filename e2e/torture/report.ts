import { processOf, type TortureEvent, type WriteEvent } from './events';
import { byTime } from './history';
import type { RoundRecord } from './run-round';
import type { Violation } from './violation';

/** Of each side: what the clients tell, and what the servers wrote. */
const EVENTS_SHOWN = 10;
/** Tokens have it, with dashes or without; its first digits tell them apart. */
const UUID = /\b([\da-f]{8})-?(?:[\da-f]{4}-?){3}[\da-f]{12}\b/g;

/**
 * A violation, and the events that a person needs to understand it: the latest first, so that what decided stands at the
 * top wherever the text is cut.
 */
export function describeViolation(
  violation: Violation,
  { plan, events }: Pick<RoundRecord, 'plan' | 'events'>,
): string {
  const head = `${violation.rule} on ${violation.key} at ${violation.at.toFixed(3)} ms of round ${plan.name}`;
  const near = events.filter((event) => concerns(event, violation)).sort(byDistance(violation.at));
  const writes = near.filter(({ event }) => event === 'write').slice(0, EVENTS_SHOWN);
  const others = near.filter(({ event }) => event !== 'write').slice(0, EVENTS_SHOWN);
  const shown = [...writes, ...others].sort(byTime).reverse();
  const lines = [head, `  ${violation.message}`, ...shown.map((event) => `    ${describeEvent(event)}`)];
  return lines.join('\n').replace(UUID, '$1');
}

function byDistance(at: number): (a: TortureEvent, b: TortureEvent) => number {
  return (a, b) => Math.abs(a.at - at) - Math.abs(b.at - at);
}

function concerns(event: TortureEvent, { key, at, about }: Violation): boolean {
  if (event.event === 'sample') return false;
  if (event.event === 'fault') return event.until >= at - 500 && event.at <= at;
  if (event.event === 'cut')
    return Math.abs(event.at - at) < 500 && about.some((each) => processOf(each) === event.process);
  const text = JSON.stringify(event);
  if (about.some((each) => each && text.includes(`"${each}"`))) return true;
  const isNear = Math.abs(event.at - at) < 5;
  if (event.event === 'write') return isNear && (event.args?.some((arg) => arg.includes(key)) ?? true);
  return isNear && event.event === 'call' && event.keys.includes(key);
}

function describeEvent(event: TortureEvent): string {
  const at = event.at.toFixed(3).padStart(11);
  switch (event.event) {
    case 'call':
      return `${at}  ${event.op} calls ${event.act} ${event.mode} ${event.lease ?? ''} ${event.token ?? ''}`.trimEnd();
    case 'return':
      return `${at}  ${event.op} returns ${event.outcome} ${restOf(event)}`;
    case 'lost':
      return `${at}  ${event.lease} is told lost (${event.why}), its deadline ${event.until}`;
    case 'cut':
      return `${at}  ${event.process} finds a connection closed`;
    case 'fault':
      return `${at}  FAULT ${event.fault} ${event.target} until ${event.until.toFixed(3)}${event.lossy ? ', memory lost' : ''}`;
    case 'write':
      return `${at}  server ${event.node} writes ${describeWrite(event)}`;
    default:
      return `${at}  ${JSON.stringify(event)}`;
  }
}

function restOf({ op, at, event, outcome, ...rest }: Extract<TortureEvent, { event: 'return' }>): string {
  return Object.entries(rest)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}

function describeWrite({ args, txn }: WriteEvent): string {
  return args
    ? `${args.map((arg) => JSON.stringify(arg)).join(' ')} (${txn})`
    : '… some writes were not heard';
}

/** Some of many violations: the first of each rule. */
export function firstOfEachRule(violations: readonly Violation[]): Violation[] {
  return violations.filter(({ rule }, i) => violations.findIndex((other) => other.rule === rule) === i);
}

/** Calls that reached Redis; those that ended before, or only in this process's line, do not count. */
export function countOperations(events: readonly TortureEvent[]): Map<string, number> {
  const counts = new Map<string, number>();
  const calls = new Map<string, Extract<TortureEvent, { event: 'call' }>>();
  const waited = new Set<string>();
  const released = new Set<string>();
  for (const event of events) {
    if (event.event === 'call') calls.set(event.op, event);
    if (event.event === 'waiting') waited.add(event.op);
  }
  for (const event of events) {
    if (event.event !== 'return') continue;
    const call = calls.get(event.op);
    if (!call || event.outcome === 'not-held' || (event.outcome === 'lost' && call.act !== 'release'))
      continue;
    const endedInLine = event.outcome === 'wait-timeout' || event.outcome === 'aborted';
    if (call.act === 'acquire' && endedInLine && !waited.has(event.op)) continue;
    if (call.act === 'release') {
      if (released.has(call.lease ?? '')) continue;
      released.add(call.lease ?? '');
    }
    counts.set(call.kind, (counts.get(call.kind) ?? 0) + 1);
  }
  return counts;
}
