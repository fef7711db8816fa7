import type { AccountsAnswer } from '@/lib/contract/access/sessions';

type Session = AccountsAnswer['sessions'][number];

export type SessionGroup = { account: string; sessions: Session[] };

/** The sessions of each account, in the order in which the accounts come first. */
export function byAccount(sessions: readonly Session[]): SessionGroup[] {
  const groups = new Map<string, SessionGroup>();
  for (const session of sessions) {
    const group = groups.get(session.account) ?? { account: session.account, sessions: [] };
    group.sessions.push(session);
    groups.set(session.account, group);
  }
  return [...groups.values()];
}
