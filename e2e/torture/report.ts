import type { TortureEvent, WriteEvent } from './events';
import { byTime } from './history';
import type { RoundRecord } from './run-round';
import type { Violation } from './violation';

/** Of each side: what the clients tell, and what the servers wrote. */
const EVENTS_SHOWN = 16;

/** A violation, and the events that a person needs to understand it. */
export function describeViolation(violation: Violation, { plan, events }: RoundRecord): string {
  const head = `${violation.rule} on ${violation.key} at ${violation.at.toFixed(3)} ms of round ${plan.name}`;
  const near = events.filter((event) => concerns(event, violation)).sort(byDistance(violation.at));
  const writes = near.filter(({ event }) => event === 'write').slice(0, EVENTS_SHOWN);
  const others = near.filter(({ event }) => event !== 'write').slice(0, EVENTS_SHOWN);
  const shown = [...writes, ...others].sort(byTime);
  return [head, `  ${violation.message}`, ...shown.map((event) => `    ${describeEvent(event)}`)].join('\n');
}

function byDistance(at: number): (a: TortureEvent, b: TortureEvent) => number {
  return (a, b) => Math.abs(a.at - at) - Math.abs(b.at - at);
}

function concerns(event: TortureEvent, { key, at, about }: Violation): boolean {
  if (event.event === 'sample') return false;
  if (event.event === 'fault') return event.until >= at - 500 && event.at <= at + 500;
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
      return `${at}  ${event.op} calls ${event.act} ${event.mode} ${event.lease ?? ''} ${event.token ?? ''}`;
    case 'return':
      return `${at}  ${event.op} returns ${event.outcome} ${restOf(event)}`;
    case 'lost':
      return `${at}  ${event.lease} is told lost (${event.why}), its deadline ${event.until}`;
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
