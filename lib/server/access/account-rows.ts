import type { Grant } from '../../contract/access/sessions';
import type { SignInWay } from '../../contract/rights';

export type User = { account: string; name: string; groups: string[]; createdMs: number; changedMs: number };

export type Session = {
  hash: string;
  account: string;
  name: string;
  via: SignInWay;
  groups: string[];
  createdMs: number;
  seenMs: number;
  address: string;
  agent: string;
  /** When the provider was asked last who this is. */
  checkedMs: number;
};

export type ApiToken = {
  id: number;
  name: string;
  account: string;
  grants: Grant[];
  createdMs: number;
  expiresMs: number;
  usedMs: number | null;
  /** How whoever made it had signed in; null = at no console, or it was not kept. */
  via: SignInWay | null;
};

type UserRow = { account: string; name: string; groups: string; created_ms: number; changed_ms: number };

/** A user as its row has it, without the password. */
export function knownUserOf({ account, name, groups, created_ms, changed_ms }: UserRow): User {
  return {
    account,
    name,
    groups: JSON.parse(groups) as string[],
    createdMs: created_ms,
    changedMs: changed_ms,
  };
}

type SessionRow = Omit<Session, 'groups' | 'createdMs' | 'seenMs' | 'checkedMs' | 'via'> & {
  via: string;
  groups: string;
  created_ms: number;
  seen_ms: number;
  checked_ms: number;
};

/** A session as its row has it. */
export function sessionOf({
  hash,
  account,
  name,
  via,
  groups,
  created_ms,
  seen_ms,
  checked_ms,
  address,
  agent,
}: SessionRow): Session {
  return {
    hash,
    account,
    name,
    via: via as SignInWay,
    groups: JSON.parse(groups) as string[],
    createdMs: created_ms,
    seenMs: seen_ms,
    address,
    agent,
    checkedMs: checked_ms,
  };
}

type TokenRow = {
  id: number;
  name: string;
  account: string;
  grants: string;
  created_ms: number;
  expires_ms: number;
  used_ms: number | null;
  via: string | null;
};

/** A token as its row has it. */
export function apiTokenOf({
  id,
  name,
  account,
  grants,
  created_ms,
  expires_ms,
  used_ms,
  via,
}: TokenRow): ApiToken {
  return {
    id,
    name,
    account,
    grants: JSON.parse(grants) as Grant[],
    createdMs: created_ms,
    expiresMs: expires_ms,
    usedMs: used_ms,
    via: via as SignInWay | null,
  };
}
