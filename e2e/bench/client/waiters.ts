import type { Figure } from '../../support/bench-report';
import {
  type CommandCounts,
  commandsBetween,
  countRequests,
  openCommandCounts,
  type Requests,
} from './commands';
import type { Contender } from './contender';
import { libraries } from './contenders';
import { ours } from './libraries/ours';
import { type Part, type Requirement, requirement } from './part';
import { withServers } from './servers';

const WAITERS = 100;
const HOLD_MS = 10_000;
/** A library that looks this often takes a core: it is measured alone. */
const BUSY_POLL_MS = 50;

export type Crowd = {
  contender: Contender;
  /** Processes among which the waiters are spread: connections and clients of their own. */
  clients: number;
};

export type Sent = CommandCounts & { requests: number };

/** What 100 waiters of one lock send while another holds it for 10 s, on `nodes` fresh servers. */
async function sentByWaiters(
  { contender, clients }: Crowd,
  nodes: number,
  requests: Requests,
): Promise<Sent> {
  return withServers(nodes, async (urls, servers) => {
    const holder = await contender.open(urls);
    const opened = await Promise.all(Array.from({ length: clients }, () => contender.open(urls)));
    const counts = await openCommandCounts(urls);
    try {
      const key = 'bench:crowd';
      const release = await holder.lockOf(key)();
      const before = await counts.read();
      const ports = servers.map(({ port }) => port);
      const sentBefore = requests.sentTo(ports);
      let taken = 0;
      const waiters = opened.flatMap((client) =>
        Array.from({ length: WAITERS / clients }, async () => {
          // Asking for `waiting` makes ours wait instead of answering that it is held.
          const giveBack = await client.lockOf(key)(() => {});
          taken++;
          await giveBack();
        }),
      );
      await new Promise((resolve) => setTimeout(resolve, HOLD_MS));
      const sent = requests.sentTo(ports) - sentBefore;
      const after = await counts.read();
      if (taken > 0) throw new Error(`${contender.name}: ${taken} waiters got a lock that was held`);
      await release();
      await Promise.all(waiters); // each of them did wait: it gets the lock in the end
      return { ...commandsBetween(before, after), requests: sent };
    } finally {
      counts.close();
      for (const client of [holder, ...opened]) await client.close();
    }
  });
}

export function crowdsOf(contenders: readonly Contender[]): Crowd[] {
  return contenders.flatMap((contender) =>
    contender.kind === 'ours'
      ? [
          { contender, clients: 1 },
          { contender, clients: 10 },
        ]
      : [{ contender, clients: 1 }],
  );
}

const nameOf = ({ contender, clients }: Crowd) =>
  `${contender.name}${clients > 1 ? `, ${clients} clients` : ''}`;

/** All crowds: those that are nearly idle side by side, each with servers of its own, then the busy ones. */
export async function crowdSent(crowds: readonly Crowd[], nodes: number): Promise<Map<string, Sent>> {
  const busy = ({ contender }: Crowd) => contender.pollMs > 0 && contender.pollMs < BUSY_POLL_MS;
  const sent = new Map<string, Sent>();
  const requests = countRequests();
  const run = async (crowd: Crowd) =>
    void sent.set(nameOf(crowd), await sentByWaiters(crowd, nodes, requests));
  try {
    await Promise.all(crowds.filter((crowd) => !busy(crowd)).map(run));
    for (const crowd of crowds.filter(busy)) await run(crowd);
  } finally {
    requests.stop();
  }
  return new Map(crowds.flatMap((crowd) => [...sent].filter(([name]) => name === nameOf(crowd))));
}

export function crowdFigures(sent: Map<string, Sent>): Figure[] {
  return [...sent].flatMap(([name, { requests, total, processed }]) => [
    { name: `${name}: requests sent`, value: requests, unit: 'requests' },
    { name: `${name}: run by Redis, sum of commandstats`, value: total, unit: 'commands' },
    { name: `${name}: run by Redis, total_commands_processed`, value: processed, unit: 'commands' },
  ]);
}

export function crowdRequirements(sent: Map<string, Sent>, contenders: readonly Contender[]): Requirement[] {
  const least = Math.min(...libraries.map(({ name }) => sent.get(name)?.total ?? Number.POSITIVE_INFINITY));
  return crowdsOf(contenders).map((crowd) => {
    const total = sent.get(nameOf(crowd))?.total ?? Number.NaN;
    return requirement(`${nameOf(crowd)}: the least of a library to ours`, least / total, { above: 1 }, '×');
  });
}

/** Commands that 100 waiters of one lock cost while it is held for 10 s. */
export async function waiters(): Promise<Part> {
  const waiting = ours.filter(({ name }) => name !== 'ours: mutex acquire'); // waits just as `ours: mutex`
  const sent = await crowdSent(crowdsOf([...waiting, ...libraries]), 1);
  return {
    title: `Commands of ${WAITERS} waiters while one holds for ${HOLD_MS} ms`,
    baseline: 'nothing: these are counts',
    figures: crowdFigures(sent),
    requirements: crowdRequirements(sent, waiting),
    notes: [
      'One process, one client object; "10 clients" have a connection each and 10 waiters each. A fresh server per line.',
      'Counted from before the first attempt, with what opens connections for waiting. Redis counts what scripts run too.',
    ],
  };
}
