import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits as text. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of a secret. It is random: no salt or work makes it harder to guess. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
