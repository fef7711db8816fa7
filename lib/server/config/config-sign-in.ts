import { z } from 'zod';
import type { Grant } from '../../contract/access/sessions';
import { RIGHTS } from '../../contract/rights';
import type { Target } from '../../domain/nodes/target';
import { type Proxies, proxiesOf } from './client-address';
import { isLoopback } from './config-access';
import { invalidSetting, settingNameOf } from './config-problems';
import type { Environment } from './environment';

/** Rights of everybody who is one of `users` or in one of `groups`; of everybody who signed in where neither is given. */
export type AccessRole = { name: string; users: string[]; groups: string[]; grants: Grant[] };

/** How people sign in, and what they may do then. */
export type SignIn = {
  /** Whether users with a password, kept with the history, may sign in. */
  local: boolean;
  /** Headers by which a proxy in front of the console says who somebody is; null = none may. */
  proxy: { userHeader: string; groupsHeader: string | null; from: Proxies } | null;
  /** A provider of OpenID Connect by which people sign in; null = none. */
  oidc: OidcSettings | null;
  roles: AccessRole[];
  /** A session ends after so long without a request, and after so long in any case. */
  idleMs: number;
  longestMs: number;
  /** Who grants rights, and where the team says what to do, for those who lack one; null = not said. */
  grantedBy: string | null;
  runbook: string | null;
};

export type OidcSettings = {
  issuer: string;
  clientId: string;
  /** null = a public client: PKCE alone proves that the answer is for this console. */
  clientSecret: string | null;
  /** Where browsers reach the console, without a path: the provider sends them back there. */
  url: string;
  /** What the sign-in page calls the provider. */
  label: string;
  userClaim: string;
  groupsClaim: string;
  scopes: string[];
};

const IDLE_MINUTES = 30;
const LONGEST_HOURS = 12;

const globs = z.array(z.string().min(1).max(512)).min(1).max(100).optional();
const names = z.array(z.string().min(1).max(128)).min(1).max(1_000).optional();
const header = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'must be the name of a header');

const claim = z.string().min(1).max(200);
const oidcSchema = z
  .strictObject({
    issuer: z.string().refine(isPrivateUrl, 'must be an https URL, or http on this machine').meta({
      description: 'The issuer, as its discovery document names it.',
    }),
    clientId: z.string().min(1).max(500),
    clientSecret: z.string().min(1).max(2_000).optional().meta({
      description: 'Or LOCKSCOPE_OIDC_CLIENT_SECRET. Without one the console is a public client (PKCE).',
    }),
    url: z
      .string()
      .refine((text) => isPrivateUrl(text) && isOrigin(text), 'must be https://host, or http on this machine')
      .meta({
        description:
          'Where browsers reach the console. The provider has to allow the redirect URI {url}/api/session/callback, and {url}/sign-in after a sign-out.',
      }),
    label: z.string().min(1).max(64).optional().meta({ description: 'Its name on the sign-in page.' }),
    userClaim: claim.optional().meta({
      description:
        'Claim that names the user. Default: email. It must be one that users cannot choose themselves.',
    }),
    groupsClaim: claim.optional().meta({
      description: 'Claim that has their groups; of nested ones a path with dots. Default: groups.',
    }),
    scopes: z
      .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/))
      .max(20)
      .optional()
      .meta({
        description:
          'Scopes to ask for. Default: openid, profile, email, and offline_access where there is one.',
      }),
  })
  .meta({ description: 'People sign in at a provider of OpenID Connect.' });

const roleSchema = z.strictObject({
  name: z.string().min(1).max(64),
  users: names.meta({ description: 'Names of users, as they sign in.' }),
  groups: names.meta({
    description: 'Groups of users. Without users and groups the role is of everybody who signed in.',
  }),
  allow: z
    .array(
      z.strictObject({
        rights: z.array(z.enum(RIGHTS)).min(1),
        targets: globs.meta({ description: 'Names of targets, as Redis globs. Default: all.' }),
        keys: globs.meta({ description: 'Keys of locks, as Redis globs. Default: all.' }),
      }),
    )
    .min(1)
    .max(100),
});

export const signInSchema = z
  .strictObject({
    local: z.boolean().optional().meta({
      description: 'Users with a password, made by `lockscope user add`. Default: false.',
    }),
    proxy: z
      .strictObject({
        userHeader: header.meta({ description: 'Header in which the proxy names the user.' }),
        groupsHeader: header
          .optional()
          .meta({ description: 'Header in which it names their groups, with commas.' }),
        from: z.array(z.string().max(64)).min(1).meta({
          description:
            'Addresses or networks of the proxies. What others write in these headers counts for nothing.',
        }),
      })
      .optional()
      .meta({ description: 'A proxy in front of the console signs people in.' }),
    oidc: oidcSchema.optional(),
    roles: z.array(roleSchema).max(200).optional().meta({
      description:
        'What people may do. Default: groups `operator` and `admin`. Everybody who signed in may view every lock, unless a role without users and groups says what everybody may.',
    }),
    idleMinutes: z.number().min(1).max(1_440).optional(),
    hours: z.number().min(0.1).max(720).optional(),
    grantedBy: z.string().min(1).max(200).optional().meta({
      description: 'Who grants rights, for those who lack one: a person, a group, a channel.',
    }),
    runbook: z
      .url({ protocol: /^https?$/ })
      .max(2_000)
      .optional()
      .meta({ description: 'Page on which the team says what to do about a stuck lock.' }),
  })
  .refine(
    ({ local, proxy, oidc }) => local || proxy || oidc,
    'must have local, proxy or oidc: else nobody could sign in',
  );
type SignInSettings = z.infer<typeof signInSchema>;

const ALL = ['*'];
/** What everybody may do who signed in, where the configuration says nothing of everybody. */
const EVERYONE: AccessRole = {
  name: 'everyone',
  users: [],
  groups: [],
  grants: [{ rights: ['view'], targets: ALL, keys: ALL }],
};
const USUAL: AccessRole[] = [
  {
    name: 'operator',
    users: [],
    groups: ['operator'],
    grants: [
      {
        rights: ['release', 'extend', 'quarantine', 'annotate', 'silence', 'audit'],
        targets: ALL,
        keys: ALL,
      },
    ],
  },
  {
    name: 'admin',
    users: [],
    groups: ['admin'],
    grants: [{ rights: ['admin'], targets: ALL, keys: ALL }],
  },
];

/** How people sign in; null = nobody does. Throws `config-invalid`. */
export function signInOf(settings: SignInSettings | undefined, env: Environment): SignIn | null {
  const variable = env.LOCKSCOPE_SIGN_IN;
  if (variable && variable !== 'local')
    throw invalidSetting('LOCKSCOPE_SIGN_IN', 'must be local, or not be set');
  if (!settings && !variable) return null;
  if (settings && variable)
    throw invalidSetting('LOCKSCOPE_SIGN_IN', 'cannot be set together with signIn of the file');
  const { local, proxy, oidc, roles, idleMinutes, hours, grantedBy, runbook }: SignInSettings = settings ?? {
    local: true,
  };
  return {
    local: local ?? false,
    proxy: proxy
      ? {
          userHeader: proxy.userHeader.toLowerCase(),
          groupsHeader: proxy.groupsHeader?.toLowerCase() ?? null,
          from: proxiesOf(proxy.from.join(','), 'signIn.proxy.from'),
        }
      : null,
    oidc: oidc ? oidcOf(oidc, env) : null,
    roles: rolesOf(roles),
    idleMs: (idleMinutes ?? IDLE_MINUTES) * 60_000,
    longestMs: (hours ?? LONGEST_HOURS) * 3_600_000,
    grantedBy: grantedBy ?? null,
    runbook: runbook ?? null,
  };
}

/** Throws `config-invalid` where a target asks for step-up and nobody could have a passkey. */
export function requireSessions(
  targets: readonly Pick<Target, 'name' | 'stepUp'>[],
  signIn: SignIn | null,
): void {
  const at = targets.findIndex(({ stepUp }) => stepUp);
  if (at < 0 || signIn?.local || signIn?.oidc) return;
  const setting = settingNameOf(['targets', at, 'stepUp'], { targets });
  throw invalidSetting(setting, 'needs signIn with local or oidc: passkeys are of people who sign in here');
}

function oidcOf(settings: z.infer<typeof oidcSchema>, env: Environment): OidcSettings {
  const { issuer, clientId, clientSecret, url, label, userClaim, groupsClaim, scopes } = settings;
  const variable = env.LOCKSCOPE_OIDC_CLIENT_SECRET;
  if (variable && clientSecret !== undefined)
    throw invalidSetting(
      'LOCKSCOPE_OIDC_CLIENT_SECRET',
      'cannot be set together with signIn.oidc.clientSecret',
    );
  return {
    issuer,
    clientId,
    clientSecret: clientSecret ?? (variable || null),
    url: new URL(url).origin,
    label: label ?? new URL(issuer).hostname,
    userClaim: userClaim ?? 'email',
    groupsClaim: groupsClaim ?? 'groups',
    scopes: scopes ?? [],
  };
}

/** Whether what is sent there is safe from listeners. */
export function isPrivateUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username || password) return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname.replace(/^\[(.*)\]$/, '$1')));
}

function isOrigin(text: string): boolean {
  const { origin, href } = new URL(text);
  return href === `${origin}/`;
}

function rolesOf(settings: SignInSettings['roles']): AccessRole[] {
  const own = settings?.map(
    ({ name, users = [], groups = [], allow }): AccessRole => ({
      name,
      users,
      groups,
      grants: allow.map(({ rights, targets = ALL, keys = ALL }) => ({ rights, targets, keys })),
    }),
  );
  if (!own) return [EVERYONE, ...USUAL];
  return own.some(isOfEverybody) ? own : [EVERYONE, ...own];
}

function isOfEverybody({ users, groups }: AccessRole): boolean {
  return users.length === 0 && groups.length === 0;
}

/** The roles of somebody. */
export function rolesFor(
  roles: readonly AccessRole[],
  user: string,
  groups: readonly string[],
): AccessRole[] {
  return roles.filter(
    (role) =>
      isOfEverybody(role) || role.users.includes(user) || role.groups.some((group) => groups.includes(group)),
  );
}
