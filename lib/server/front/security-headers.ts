import { randomBytes } from 'node:crypto';

/** On every answer: no page of another origin may frame, sniff, embed or keep a handle on anything of this console. */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Policy of what is no page: it loads nothing, and nobody frames it. */
export const NO_PAGE_POLICY =
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** A nonce of 128 random bits. */
export function createNonce(): string {
  return randomBytes(16).toString('base64');
}

/**
 * Policy of a page whose scripts and style elements carry `nonce`. Style attributes are allowed: server-rendered bars and
 * virtual rows have their sizes in them, and an attribute runs nothing.
 */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
