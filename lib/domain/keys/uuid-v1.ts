const COMPACT = /^([0-9a-f]{8})([0-9a-f]{4})1([0-9a-f]{3})([89ab][0-9a-f]{3})([0-9a-f]{12})$/;
const DASHED = /^[0-9a-f]{8}-[0-9a-f]{4}-1[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** Milliseconds from 1582-10-15, where UUID time starts, to 1970. */
const EPOCH_OFFSET_MS = 12_219_292_800_000n;

/** The parts of a version 1 UUID: its creation time (epoch ms on the creator's clock), and its 12 hex digits of node. */
export type UuidV1 = { atMs: number; clockSequence: number; node: string };

/** Parts of a version 1 UUID in lower case, with or without dashes; null when the text is none. Any time is accepted. */
export function parseUuidV1(text: string): UuidV1 | null {
  const match = COMPACT.exec(DASHED.test(text) ? text.replaceAll('-', '') : text);
  if (!match) return null;
  const [, low = '', mid = '', high = '', clock = '', node = ''] = match;
  const atMs = Number(BigInt(`0x${high}${mid}${low}`) / 10_000n - EPOCH_OFFSET_MS);
  return { atMs, clockSequence: Number.parseInt(clock, 16) & 0x3fff, node };
}

/**
 * Identifies the host or process of a node id. The default Docker bridge gives containers 02:42 and their IPv4 address.
 * A multicast bit marks random digits instead of an address, drawn once per process. Anything else is a network card.
 */
export function describeUuidNode(node: string): { host: string | null; instance: string | null } {
  const octets = node.match(/../g) ?? [];
  const numbers = octets.map((octet) => Number.parseInt(octet, 16));
  if (octets.length !== 6) return { host: null, instance: null };
  if (((numbers[0] ?? 0) & 1) === 1) return { host: null, instance: node };
  if (node.startsWith('0242ac')) return { host: numbers.slice(2).join('.'), instance: null };
  return { host: octets.join(':'), instance: null };
}
