import type { Vote } from '../../lib/contract/lock';
import { displayOf } from '../../lib/domain/keys/bytes';

const TOKENS = { yes: 'token-of-the-holder', other: 'token-of-another-one' };

/** Votes of nodes n1, n2, … as read at `atMs`: what a node has there has 8 s left; `unread` ones were read 4 s before. */
export function votesOf(says: readonly Vote['vote'][], atMs = 1_000_000): Vote[] {
  return says.map((vote, i) => {
    const token = vote === 'yes' || vote === 'other' ? displayOf(TOKENS[vote]) : null;
    const readAtMs = vote === 'unread' ? atMs - 4_000 : atMs;
    return { node: `n${i + 1}`, vote, token, ttlMs: token ? 8_000 : null, readAtMs };
  });
}
