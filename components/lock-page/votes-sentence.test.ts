import { createTranslator } from 'use-intl';
import { describe, expect, it } from 'vitest';
import { aLock } from '@/e2e/support/a-lock';
import { votesOf } from '@/e2e/support/a-vote';
import type { LockState, ReasonCode } from '@/lib/contract/codes';
import type { Lock, Vote } from '@/lib/contract/lock';
import { messagesFor } from '@/lib/i18n/messages';
import { consequenceOf, headlineOf } from './verdict-sentence';

type Case = [state: LockState, reason: ReasonCode, says: Vote['vote'][], headline: string, follows: string];

const lockOf = (state: LockState, code: ReasonCode, says: Vote['vote'][]): Lock =>
  aLock({ state, reason: { code, values: {} }, votes: votesOf(says) });

const cases: Case[] = [
  ['at-risk', 'votes', ['yes', 'no', 'no'], 'votes.short', 'votes.quorumFree'],
  ['at-risk', 'votes', ['yes', 'yes', 'unread', 'no', 'no', 'no'], 'votes.short', 'votes.noQuorum'],
  ['at-risk', 'split', ['yes', 'yes', 'other', 'other', 'no'], 'votes.split', 'votes.noQuorum'],
  ['unknown', 'votes', ['yes', 'yes', 'unread', 'unread', 'no'], 'votes.open', 'votes.open'],
  ['unknown', 'votes', ['yes', 'no', 'no'], 'votes.underWay', 'votes.underWay'],
  ['held', 'votes', ['yes', 'yes', 'no'], 'votes.missing', 'until.releasable'],
  ['held', 'none', ['yes', 'yes', 'yes'], 'held.still', 'until.releasable'],
  ['unknown', 'node-silent', ['unread', 'unread', 'unread'], 'silent', 'silent'],
];

describe.each(cases)(
  'a group’s lock that is %s because of %s, %j',
  (state, reason, says, headline, follows) => {
    const lock = lockOf(state, reason, says);

    it(`is told as ${headline}, and that ${follows} follows`, () => {
      expect(headlineOf(lock).code).toBe(headline);
      expect(consequenceOf(lock).code).toBe(follows);
    });

    it.each(['en', 'zh'] as const)('has words for it in %s', (locale) => {
      const failures: string[] = [];
      const t = createTranslator({
        locale,
        messages: messagesFor(locale) as never,
        onError: (error) => failures.push(error.message),
      });
      const { code, values } = headlineOf(lock);
      t(`lock.verdict.headline.${code}` as never, values as never);
      t(`lock.verdict.follows.${consequenceOf(lock).code}` as never, { at: '14:00:00' } as never);
      expect(failures).toEqual([]);
    });
  },
);
