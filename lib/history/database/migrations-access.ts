import type { Kysely } from 'kysely';
import type { Dialect } from './multi-row';
import { type Columns, makerFor, run, TEXT, WHOLE } from './table-maker';

/** Who may sign in, who has, and who tried. */
export async function accounts(db: Kysely<unknown>, kind: Dialect): Promise<void> {
  const make = makerFor(db, kind);
  const times: Columns = { created_ms: WHOLE, changed_ms: WHOLE };
  await make.keyed('users', { account: TEXT }, { name: TEXT, password: TEXT, groups: TEXT, ...times });
  await make.keyed(
    'sessions',
    { hash: TEXT },
    {
      account: TEXT,
      name: TEXT,
      via: TEXT,
      groups: TEXT,
      created_ms: WHOLE,
      seen_ms: WHOLE,
      address: TEXT,
      agent: TEXT,
    },
  );
  await make.index('sessions', ['account']);
  await make.numbered(
    'tokens',
    { hash: TEXT, name: TEXT, account: TEXT, grants: TEXT, created_ms: WHOLE, expires_ms: WHOLE },
    { used_ms: WHOLE },
  );
  await make.index('tokens', ['hash'], 'unique');
  await make.numbered('sign_in_tries', { at_ms: WHOLE, account: TEXT, address: TEXT }, {});
  await make.index('sign_in_tries', ['at_ms']);
}

/** What sessions keep of a provider, and sign-ins that went there and are not back. */
export async function oidc(db: Kysely<unknown>, kind: Dialect): Promise<void> {
  await run(db, 'alter table sessions add column sealed text');
  await run(db, 'alter table sessions add column checked_ms bigint not null default 0');
  const make = makerFor(db, kind);
  const of: Columns = { browser: TEXT, nonce: TEXT, verifier: TEXT, path: TEXT, at_ms: WHOLE };
  await make.keyed('sign_in_flows', { state: TEXT }, of);
}

/** By which sessions a provider ends, and the logouts that were taken. */
export async function providerLogouts(db: Kysely<unknown>, kind: Dialect): Promise<void> {
  await run(db, 'alter table sessions add column subject text');
  await run(db, 'alter table sessions add column sid text');
  const make = makerFor(db, kind);
  await make.index('sessions', ['subject']);
  await make.index('sessions', ['sid']);
  await make.keyed('provider_logouts', { jti: TEXT }, { subject: TEXT, sid: TEXT, at_ms: WHOLE });
}

/** Passkeys, their challenges, and which one the user of a session answered with last. */
export async function passkeys(db: Kysely<unknown>, kind: Dialect): Promise<void> {
  await run(db, 'alter table sessions add column passkey text');
  await run(db, 'alter table sessions add column stepped_ms bigint');
  const make = makerFor(db, kind);
  const key: Columns = { name: TEXT, public_key: TEXT, counter: WHOLE, transports: TEXT, rp: TEXT };
  const whose: Columns = { account: TEXT, nth: WHOLE, handle: TEXT, signs_in: WHOLE, created_ms: WHOLE };
  await make.keyed('passkeys', { id: TEXT }, { ...whose, ...key }, { used_ms: WHOLE });
  await make.index('passkeys', ['account', 'nth'], 'unique');
  const of: Columns = { purpose: TEXT, bound: TEXT, rp: TEXT, at_ms: WHOLE };
  await make.keyed('passkey_challenges', { challenge: TEXT }, of, { handle: TEXT });
}

/** How whoever made a token had signed in; of those that exist it is not known. */
export async function tokenMakers(db: Kysely<unknown>): Promise<void> {
  await run(db, 'alter table tokens add column via text');
}

/** Acts that wait for a second person, and by which names one is known. */
export async function approvals(db: Kysely<unknown>, kind: Dialect): Promise<void> {
  const make = makerFor(db, kind);
  const needed: Columns = {
    ...{ at_ms: WHOLE, expires_ms: WHOLE, state: TEXT },
    ...{ target: TEXT, lock_id: TEXT, account: TEXT, request: TEXT },
  };
  await make.numbered('approval_requests', needed, { decided_ms: WHOLE, decision: TEXT, result: TEXT });
  await make.index('approval_requests', ['state', 'expires_ms']);
  await make.index('approval_requests', ['at_ms']);
  await make.keyed('account_names', { account: TEXT, name: TEXT }, {});
}
