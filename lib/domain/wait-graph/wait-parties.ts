import type { WaitParty } from '../../contract/graph';
import type { Holder } from '../../contract/holder';
import type { Lock } from '../../contract/lock';
import { widestRefOf } from '../holders/holder-ref';
import { lives } from '../holders/judge-holder';
import type { LockId } from '../keys/lock-id';
import type { NamedWait } from './wait-graph';

/** One hold on one lock, and its party. `token` null = nothing distinguishes the holder from others. */
export type PartyHold = { party: string; lock: Lock; holder: Holder; token: string | null };

/** One wait for one lock, and its party. */
export type Want = { party: string; lock: LockId; wait: NamedWait; token: string | null };

export type Parties = {
  holds: PartyHold[];
  wants: Want[];
  /** By `ref`. */
  byRef: Map<string, WaitParty>;
  /** Process of a party, where one is known. */
  processOf: Map<string, string>;
};

type Named = { token: string | null; process: string | null };

/**
 * Groups the holders of these locks and these waiters into parties. A token that holds one lock and is in the queue of
 * another is one party. All else that one process holds and waits for is one party too, unless it is all of one token.
 */
export function partiesOf(locks: readonly Lock[], waits: readonly NamedWait[]): Parties {
  const held = locks.flatMap((lock) =>
    lock.holders.map((holder, i) => ({ lock, holder, i, named: nameOf(holder) })),
  );
  const wanted = waits.map((wait) => ({ wait, named: nameOfWait(wait) }));
  const waiting = tokensIn(wanted);
  const both = new Set([...tokensIn(held)].filter((token) => waiting.has(token)));
  const names = new Map<string, Set<string>>();
  for (const { named } of [...held, ...wanted]) {
    if (named.process === null || (named.token !== null && both.has(named.token))) continue;
    const known = names.get(named.process) ?? new Set();
    names.set(named.process, known.add(named.token ?? ''));
  }

  function refOf({ token, process }: Named): string | null {
    if (token !== null && both.has(token)) return `token:${token}`;
    const isWhole = process !== null && (names.get(process)?.size ?? 0) > 1;
    return token === null || isWhole ? process : `token:${token}`;
  }

  const parties: Parties = { holds: [], wants: [], byRef: new Map(), processOf: new Map() };
  const add = (ref: string, named: Named, party: Omit<WaitParty, 'ref'>) => {
    const known = parties.byRef.get(ref);
    parties.byRef.set(ref, known ? merged(known, party) : { ref, ...party });
    if (named.process !== null) parties.processOf.set(ref, named.process);
  };
  for (const { lock, holder, i, named } of held) {
    const ref = refOf(named);
    const party = ref ?? `${lock.id}#${i}`;
    const { label, process, verdict, quarantine } = holder;
    const token = ref === named.process ? null : holder.token;
    const known = { token, label, process, verdict, ...(quarantine && { quarantine }) };
    add(party, named, { hasPage: ref !== null, ...known });
    parties.holds.push({ party, lock, holder, token: named.token });
  }
  for (const [i, { wait, named }] of wanted.entries()) {
    const ref = refOf(named);
    const party = ref ?? `${wait.lock}?${i}`;
    const { label, process } = wait;
    const token = ref === named.process ? null : wait.token;
    add(party, named, { hasPage: false, token, label, process, verdict: null });
    parties.wants.push({ party, lock: wait.lock, wait, token: named.token });
  }
  return parties;
}

/** Names of a holder under which it may have other locks and waits. */
export function nameOf({ token, tokenUnique, process }: Holder): Named {
  return { token: tokenUnique && token.exact ? token.text : null, process: widestRefOf(process) };
}

/** The same for a waiter; a queued token is unique as long as it waits. */
export function nameOfWait({ token, process }: NamedWait): Named {
  return { token: token?.exact ? token.text : null, process: widestRefOf(process) };
}

/** A process with one holder proven alive is alive, whatever is known of the others. */
function merged(known: WaitParty, more: Omit<WaitParty, 'ref'>): WaitParty {
  const verdicts = [known.verdict, more.verdict];
  const verdict = verdicts.find(lives) ?? verdicts.find((each) => each !== null) ?? null;
  return {
    ...known,
    hasPage: known.hasPage || more.hasPage,
    token: known.token ?? more.token,
    label: known.label ?? more.label,
    process: known.process ?? more.process,
    verdict,
  };
}

function tokensIn(all: readonly { named: Named }[]): Set<string> {
  return new Set(all.flatMap(({ named }) => named.token ?? []));
}
