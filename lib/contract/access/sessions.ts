import { z } from 'zod';
import { epochMs } from '../leaves';
import { RIGHTS, SIGN_IN_WAYS, TOKEN_ENDS } from '../rights';

export const Grant = z
  .object({
    rights: z.array(z.enum(RIGHTS)).min(1).readonly(),
    targets: z.array(z.string().min(1).max(512)).min(1).max(100).readonly(),
    keys: z.array(z.string().min(1).max(512)).min(1).max(100).readonly(),
  })
  .meta({ id: 'Grant', description: 'Rights on keys of targets; both are Redis globs.' });

export type Grant = z.infer<typeof Grant>;

export const SessionAnswer = z
  .object({
    who: z
      .object({
        name: z.string(),
        via: z.enum(SIGN_IN_WAYS),
        roles: z.array(z.string()).readonly(),
        grants: z.array(Grant).readonly(),
      })
      .nullable()
      .meta({ description: 'null = nobody has signed in.' }),
    signIn: z
      .object({
        password: z.boolean().meta({ description: 'Whether users with a password may sign in.' }),
        provider: z.string().nullable().meta({ description: 'Name of the OpenID provider; null = none.' }),
        idleMs: z.number().meta({ description: 'A session ends after so long without a request.' }),
        longestMs: z.number().meta({ description: 'And after so long in any case.' }),
        grantedBy: z.string().nullable(),
        runbook: z.string().nullable(),
      })
      .nullable()
      .meta({ description: 'null = nobody signs in here: only this machine reaches the console.' }),
    nowMs: epochMs,
  })
  .meta({ id: 'SessionAnswer' });
export type SessionAnswer = z.infer<typeof SessionAnswer>;

export const SignOutAnswer = SessionAnswer.extend({
  leaveAt: z.string().nullable().meta({
    description: 'Where a browser goes to sign out at the provider as well; null = nowhere.',
  }),
}).meta({ id: 'SignOutAnswer' });
export type SignOutAnswer = z.infer<typeof SignOutAnswer>;

/** `to` = the page of the console to which the sign-in leads. */
export const ProviderQuery = z.strictObject({ to: z.string().max(4_000).optional() });

/** The provider may add what it likes. */
export const CallbackQuery = z.looseObject({ state: z.string().optional() });

/** A provider sends this when it ends sessions (OpenID Connect Back-Channel Logout). It may add fields. */
export const BackChannelLogout = z.looseObject({ logout_token: z.string().min(1).max(20_000) });

export const BackChannelAnswer = z.object({
  ended: z.int().meta({ description: 'Sessions that it was about.' }),
  nowMs: epochMs,
});
export type BackChannelAnswer = z.infer<typeof BackChannelAnswer>;

export const SignInRequest = z
  .strictObject({ name: z.string().min(1).max(64), password: z.string().min(1).max(1_024) })
  .meta({ id: 'SignInRequest' });
export type SignInRequest = z.infer<typeof SignInRequest>;

const Token = z
  .object({
    id: z.int(),
    name: z.string(),
    account: z.string().meta({ description: 'Who made it, and answers for it.' }),
    grants: z.array(Grant),
    createdMs: epochMs,
    expiresMs: epochMs,
    usedMs: epochMs.nullable().meta({ description: 'Last use, to a minute; null = none yet.' }),
    via: z.enum(SIGN_IN_WAYS).nullable().meta({
      description:
        'How its maker had signed in; null = at the command line, or at a console that did not keep it.',
    }),
    endsWithMaker: z.enum(TOKEN_ENDS).meta({
      description:
        'When it ends after its maker lost the right to make it: `at-once`; `when-seen` = once the provider or the proxy says so of them, which cannot be known before they come again; `never` = no user made it.',
    }),
  })
  .meta({ id: 'Token' });

export const AccountsAnswer = z
  .object({
    users: z.array(
      z.object({ name: z.string(), groups: z.array(z.string()), createdMs: epochMs, changedMs: epochMs }),
    ),
    sessions: z.array(
      z.object({
        account: z.string(),
        name: z.string(),
        via: z.enum(SIGN_IN_WAYS),
        createdMs: epochMs,
        seenMs: epochMs,
        address: z.string(),
        agent: z.string(),
      }),
    ),
    tokens: z.array(Token),
    nowMs: epochMs,
  })
  .meta({ id: 'AccountsAnswer' });
export type AccountsAnswer = z.infer<typeof AccountsAnswer>;

export const TokenRequest = z
  .strictObject({
    name: z.string().min(1).max(64),
    days: z.number().positive().max(366),
    grants: z.array(Grant).min(1).max(20),
  })
  .meta({ id: 'TokenRequest' });
export type TokenRequest = z.infer<typeof TokenRequest>;

export const TokenResult = z
  .object({ id: z.int(), token: z.string().meta({ description: 'Shown this once.' }), expiresMs: epochMs })
  .meta({ id: 'TokenResult' });
export type TokenResult = z.infer<typeof TokenResult>;

export const AccessChange = z.object({ auditId: z.int(), nowMs: epochMs }).meta({ id: 'AccessChange' });
export type AccessChange = z.infer<typeof AccessChange>;
