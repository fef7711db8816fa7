import { createHash, randomBytes } from 'node:crypto';
import type { AuditChainTable, AuditTable } from './schema';

/** An entry as the database has it; links do not state its `uid`. */
export type StoredAudit = {
  [Column in Exclude<keyof AuditTable, 'uid'>]: Column extends 'id' ? number : AuditTable[Column];
};
export type AuditLink = AuditChainTable;
/** A link that has no place in the chain yet. */
export type NewAuditLink = Omit<AuditLink, 'seq' | 'hash'>;
/** The link that the next one follows. */
export type ChainEnd = { seq: number; hash: string };

/** The end of a chain without links. */
export const CHAIN_BEGIN: ChainEnd = { seq: 0, hash: '0'.repeat(64) };

/**
 * Random, of one entry in all its links: without it whoever may see hashes but no tokens could tell whether a token that
 * they guess is in an entry.
 */
export function newSalt(): string {
  return randomBytes(16).toString('hex');
}

/** The link that states an entry as it is stored now. */
export function linkOf(row: StoredAudit, salt: string): NewAuditLink {
  const { id, at_ms, actor, action, target, lock_id, key, holder, reason, outcome, details } = row;
  const fixed = [id, at_ms, actor, action, target, lock_id, key, holder, reason];
  return {
    kind: 'entry',
    entry: id,
    at_ms,
    salt,
    fixed: sha256([salt, ...fixed]),
    digest: sha256([salt, ...fixed, outcome, details]),
  };
}

/** Whether the link states the entry as it is stored now. */
export function linkFits(link: NewAuditLink, row: StoredAudit): boolean {
  const { at_ms, fixed, digest } = linkOf(row, link.salt);
  return link.at_ms === at_ms && link.fixed === fixed && link.digest === digest;
}

/** The link in its place after `end`. */
export function linkAfter(end: ChainEnd, link: NewAuditLink): AuditLink {
  const seq = end.seq + 1;
  const { kind, entry, at_ms, salt, fixed, digest } = link;
  return { ...link, seq, hash: sha256([end.hash, seq, kind, entry, at_ms, salt, fixed, digest]) };
}

/** Whether the link is as it was written, right after `end`. */
export function linkFollows(end: ChainEnd, link: AuditLink): boolean {
  return link.seq === end.seq + 1 && linkAfter(end, link).hash === link.hash;
}

function sha256(parts: readonly (string | number | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
