import { createHash } from 'node:crypto';
import type { HandoverPack } from '../../contract/history/handover';
import type { HistoryMark, OwnershipSpan } from '../../contract/history/past';
import type { Holder } from '../../contract/holder';
import type { Lock, LockEvent } from '../../contract/lock';

/** Values of events that name somebody. */
const NAMES = new Set(['holder', 'waiter', 'token', 'heldBy', 'before', 'after', 'previous', 'next']);

/**
 * The pack without names, tokens and processes of holders and waiters: each is a short pseudonym, the same wherever and
 * whenever it stands. Who can guess a name can check the guess.
 */
export function maskedPack(pack: HandoverPack, rule: 'holders'): HandoverPack {
  return {
    ...pack,
    lock: pack.lock && maskedLock(pack.lock),
    atEnd: pack.atEnd && { ...pack.atEnd, spans: pack.atEnd.spans.map(maskedSpan) },
    timeline: {
      ...pack.timeline,
      spans: pack.timeline.spans.map(maskedSpan),
      blocks: pack.timeline.blocks.map((block) => ({ ...block, ...maskedHolder(block) })),
      marks: pack.timeline.marks.map(maskedEvent),
    },
    ledger: pack.ledger.map(({ last, ...row }) => ({
      ...row,
      last: { ...last, holder: last.holder === null ? null : pseudonymOf(last.holder) },
    })),
    events: pack.events.map(maskedEvent),
    masked: rule,
  };
}

/** Short name that stands for another. */
function pseudonymOf(name: string): string {
  return `holder-${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
}

type Named = { holder: string | null; holderRef: string | null };

/** One pseudonym for one holder, by its widest name. */
function maskedHolder({ holder, holderRef }: Named): Named {
  return {
    holder: holder === null ? null : pseudonymOf(holder),
    holderRef: holderRef === null ? null : pseudonymOf(holderRef),
  };
}

function maskedSpan(span: OwnershipSpan): OwnershipSpan {
  return { ...span, ...maskedHolder(span), token: pseudonymOf(span.token) };
}

function maskedEvent<E extends HistoryMark | LockEvent>(event: E): E {
  const values = Object.fromEntries(
    Object.entries(event.values).map(([name, value]) => [
      name,
      NAMES.has(name) && typeof value === 'string' ? pseudonymOf(value) : value,
    ]),
  );
  return { ...event, holder: event.holder === null ? null : pseudonymOf(event.holder), values };
}

/** Evidence is told in words that may name anybody, so it is left out. */
function maskedLock(lock: Lock): Lock {
  return {
    ...lock,
    holders: lock.holders.map(maskedOne),
    votes: lock.votes?.map((vote) => ({ ...vote, token: vote.token && maskedText(vote.token.text) })) ?? null,
    findings: lock.findings.map((finding) => ({ ...finding, evidence: [] })),
    reason: { code: lock.reason.code, values: {} },
  };
}

function maskedOne(holder: Holder): Holder {
  return {
    ...holder,
    token: maskedText(holder.token.text),
    label: holder.label === null ? null : pseudonymOf(holder.label),
    process: null,
  };
}

function maskedText(text: string) {
  const pseudonym = pseudonymOf(text);
  return { text: pseudonym, exact: false, byteLength: pseudonym.length };
}
