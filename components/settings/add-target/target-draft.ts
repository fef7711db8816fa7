import type { TargetDraft } from '@/lib/contract/add-target';
import type { TargetTest } from '@/lib/contract/settings';
import { isTargetName } from '@/lib/domain/keys/lock-id';

export const KINDS = [
  'standalone',
  'sentinel',
  'cluster',
  'redlock',
] as const satisfies readonly TargetDraft['topology'][];
export const ENVIRONMENTS = ['production', 'staging', 'development'] as const;

/** Three paths on the console's machine, and the name in the servers' certificates. */
export const TLS_FIELDS = ['ca', 'cert', 'key', 'servername'] as const;
export type TlsField = (typeof TLS_FIELDS)[number];

/** As it is typed. */
export type TargetFields = {
  kind: (typeof KINDS)[number];
  addresses: string;
  primary: string;
  username: string;
  password: string;
  name: string;
  environment: (typeof ENVIRONMENTS)[number];
} & Record<TlsField, string>;

/** Production unless somebody says otherwise: it asks before it acts. */
export const FIRST_TARGET: TargetFields = {
  kind: 'standalone',
  addresses: '',
  primary: '',
  username: '',
  password: '',
  name: 'redis',
  environment: 'production',
  ...{ ca: '', cert: '', key: '', servername: '' },
};

/** URLs, one a line or with blanks or commas between; without a scheme they are redis://, with TLS files rediss://. */
export function addressesOf(text: string, isTls = false): string[] {
  return text
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map((part) => (part.includes('://') ? part : `${isTls ? 'rediss' : 'redis'}://${part}`));
}

/** The first field that is wrong; null = it can be tested. */
export function missingField(
  fields: TargetFields,
  taken: readonly string[],
): 'addresses' | 'masters' | 'primary' | 'name' | 'taken' | 'tlsScheme' | 'tlsPair' | null {
  const { kind, addresses, primary, name } = fields;
  const tls = tlsOf(fields);
  const all = addressesOf(addresses, tls !== null);
  const { length } = all;
  if (length === 0) return 'addresses';
  if (kind === 'redlock' && length === 1) return 'masters';
  if (kind === 'sentinel' && primary.trim() === '') return 'primary';
  if (tls && !all.every((address) => address.startsWith('rediss://'))) return 'tlsScheme';
  if (tls && (tls.cert === undefined) !== (tls.key === undefined)) return 'tlsPair';
  if (!isTargetName(name.trim())) return 'name';
  return taken.includes(name.trim()) ? 'taken' : null;
}

/** The fields as a request. */
export function targetDraftOf(fields: TargetFields): TargetDraft {
  const { kind, addresses, primary, username, password, name, environment } = fields;
  const tls = tlsOf(fields);
  return {
    name: name.trim(),
    environment,
    topology: kind,
    addresses: addressesOf(addresses, tls !== null),
    ...(kind === 'sentinel' && { primary: primary.trim() }),
    ...(username.trim() !== '' && { username: username.trim() }),
    ...(password !== '' && { password }),
    ...(tls && { tls }),
  };
}

/** The TLS fields that are filled in; null = none is. */
function tlsOf(fields: TargetFields): NonNullable<TargetDraft['tls']> | null {
  const typed = TLS_FIELDS.flatMap((field) => {
    const text = fields[field].trim();
    return text === '' ? [] : [[field, text]];
  });
  return typed.length === 0 ? null : Object.fromEntries(typed);
}

/** A pasted URL with a user and a password in it, those in the fields of their own; behind sentinels they are the sentinels'. */
export function withCredentialsApart(fields: TargetFields): TargetFields {
  const [text, ...others] = addressesOf(fields.addresses);
  if (fields.kind === 'sentinel' || text === undefined || others.length > 0 || !URL.canParse(text))
    return fields;
  const url = new URL(text);
  if (url.password === '') return fields;
  const [username, password] = [decoded(url.username), decoded(url.password)];
  if (username === null || password === null) return fields;
  Object.assign(url, { username: '', password: '' });
  return { ...fields, addresses: url.toString(), username: username || fields.username, password };
}

/** Whether the fields are still those that were tested. */
export function isTestOf(draft: TargetDraft, tested: TargetDraft | null): boolean {
  return tested !== null && JSON.stringify(draft) === JSON.stringify(tested);
}

/** How a tested target can be watched: not at all while a server cannot be used, read-only without the rights to act. */
export function watchableAs({ servers }: TargetTest): 'nothing' | 'read-only' | 'all' {
  if (servers.length === 0 || servers.some(({ reached, problem }) => !reached || problem !== null))
    return 'nothing';
  const rights = servers.flatMap((server) => server.rights ?? []);
  const mayAct = rights.every(({ needed, is }) => needed !== 'act' || is === 'allowed');
  return mayAct ? 'all' : 'read-only';
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
