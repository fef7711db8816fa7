import type { ByteString } from '../domain/keys/bytes';

/** A connection in CLIENT LIST; '' and null = not reported. */
export type ListedClient = {
  address: string;
  name: string;
  /** As `lib-name` and `lib-ver`. */
  library: string;
  user: string;
  ageSeconds: number | null;
};

/**
 * Connections of a CLIENT LIST reply whose addresses are in `wanted`, by address. Several on one Unix socket are left out.
 */
export function parseClientList(
  reply: ByteString,
  wanted: { has(address: string): boolean },
): Map<string, ListedClient> {
  const found = new Map<string, ListedClient>();
  const twice = new Set<string>();
  for (const line of reply.split('\n')) {
    const address = /(?:^| )addr=(\S+)/.exec(line)?.[1];
    if (address === undefined || !wanted.has(address)) continue;
    if (found.has(address)) twice.add(address);
    const fields = new Map(line.trim().split(' ').map(partsOf));
    const age = fields.get('age');
    found.set(address, {
      address,
      name: fields.get('name') ?? '',
      library: [fields.get('lib-name'), fields.get('lib-ver')].filter(Boolean).join(' '),
      user: fields.get('user') ?? '',
      ageSeconds: age === undefined ? null : Number(age),
    });
  }
  for (const address of twice) found.delete(address);
  return found;
}

function partsOf(field: string): [string, string] {
  const at = field.indexOf('=');
  return at < 0 ? [field, ''] : [field.slice(0, at), field.slice(at + 1)];
}
