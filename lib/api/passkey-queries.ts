import { queryOptions } from '@tanstack/react-query';
import type { AccessChange } from '../contract/access/sessions';
import { asked } from './asked';
import { call } from './http';

/** Passkeys of the own account. The requests that ask a browser for one are apart (`passkeys.ts`): they are loaded late. */
export const passkeyQueries = {
  all: ['passkeys'] as const,
  own: () => queryOptions({ queryKey: passkeyQueries.all, ...asked('GET /api/session/passkeys', {}) }),
};

/** Removes one of the own account. Throws ApiFailure; code `step-up-required` before one of them confirmed it. */
export function requestPasskeyEnd(id: string): Promise<AccessChange> {
  return call('DELETE /api/session/passkeys/{id}', { id });
}
