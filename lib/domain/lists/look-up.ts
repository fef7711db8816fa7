const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
/** Redisson: `… by node id: <uuid> thread-id: <n>`. */
const REDISSON = new RegExp(`node id: ?(${UUID}),? thread-id: ?(-?\\d{1,19})`, 'gi');
/** A Redisson owner, `<uuid>:<n>`, with the suffix of a writer or a transaction. */
const OWNER = new RegExp(`${UUID}:-?\\d{1,19}(?::write)?(?::[0-9a-f]{32})?`, 'gi');
const OURS = /ls1\.[0-9a-f]{32}\.[0-9a-z]{1,11}\.\d{1,10}@[A-Za-z0-9.-]{1,64}/g;
const LONE_UUID = new RegExp(UUID, 'gi');
const LONE_HEX = /(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/gi;

/** Only this much of a text is searched: a log line is short. */
const LIMIT = 64 * 1024;

/** The names in a pasted text: whole tokens, and ids of client instances; in lower case, each once. */
export type LookUp = { tokens: string[]; instances: string[] };

/**
 * Extracts tokens and instance ids from a text: a Redisson exception, a log line, a token alone. Pure; does not check
 * whether such a holder exists.
 */
export function lookUpOf(text: string): LookUp {
  const searched = text.slice(0, LIMIT);
  const tokens = new Set<string>();
  const instances = new Set<string>();
  for (const [, node = '', thread = ''] of searched.matchAll(REDISSON))
    tokens.add(`${node}:${thread}`.toLowerCase());
  for (const pattern of [OWNER, OURS, LONE_HEX])
    for (const [token] of searched.matchAll(pattern)) tokens.add(token.toLowerCase());
  for (const [id] of searched.matchAll(LONE_UUID)) {
    instances.add(id.toLowerCase());
    tokens.add(id.toLowerCase());
  }
  return { tokens: [...tokens], instances: [...instances] };
}
