import type { ByteString } from './bytes';

const PREFIX = 'lockscope_quarantine';
const SHAPE = new RegExp(
  `^${PREFIX}:([A-Za-z0-9_.-]{1,64}):([A-Za-z0-9_.@-]{0,40}):[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$`,
);
const BY_LENGTH = 40;

/** In whose quarantine a lock is, and the format that it is locked by. */
export type InQuarantine = { formatId: string; by: string };

/**
 * The token that keeps a lock of this format for an operator while it is in quarantine. `uuid` is drawn for each; it names
 * who asked, so that whoever reads the key by hand knows.
 */
export function operatorTokenOf(formatId: string, by: string, uuid: string): ByteString {
  const name = by.replace(/[^A-Za-z0-9_.@-]/g, '-').slice(0, BY_LENGTH);
  return `${PREFIX}:${formatId}:${name}:${uuid}`;
}

/** null = not a token of that kind. */
export function inQuarantineBy(token: ByteString): InQuarantine | null {
  const [, formatId, by] = SHAPE.exec(token) ?? [];
  return formatId !== undefined && by !== undefined ? { formatId, by } : null;
}
