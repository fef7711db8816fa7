import { queryOptions } from '@tanstack/react-query';
import type { AccessChange, TokenRequest, TokenResult } from '../contract/access/sessions';
import type {
  DraftTest,
  SampleChange,
  SampleRequest,
  TargetAdded,
  TargetDraft,
} from '../contract/add-target';
import type { TargetTest } from '../contract/settings';
import { asked } from './asked';
import { call } from './http';

/** The live stream says nothing of these. */
const SETTINGS_EVERY_MS = 5_000;
const ACCOUNTS_EVERY_MS = 10_000;
/** A target of many servers that are all away is waited for. */
const TEST_LIMIT_MS = 60_000;
/** Five servers are started. */
const SAMPLE_LIMIT_MS = 40_000;

export const settingsQueries = {
  all: ['settings'] as const,
  /** Targets, roles, and how this console is. */
  now: () =>
    queryOptions({
      queryKey: [...settingsQueries.all, 'now'] as const,
      ...asked('GET /api/settings', {}),
      refetchInterval: SETTINGS_EVERY_MS,
    }),
  /** Users, sessions and tokens. */
  accounts: () =>
    queryOptions({
      queryKey: [...settingsQueries.all, 'accounts'] as const,
      ...asked('GET /api/accounts', {}),
      refetchInterval: ACCOUNTS_EVERY_MS,
    }),
};

/** Reaches every server of a target now. Throws ApiFailure; servers that fail are in the answer. */
export function requestTargetTest(target: string): Promise<TargetTest> {
  return call('POST /api/targets/{id}/test', { id: target, body: {}, timeoutMs: TEST_LIMIT_MS });
}

/** Reaches every server of a target that is not configured. Throws ApiFailure; servers that fail are in the answer. */
export function requestDraftTest(draft: TargetDraft): Promise<DraftTest> {
  return call('POST /api/targets/test', { body: draft, timeoutMs: TEST_LIMIT_MS });
}

/** Saves a target in the configuration and watches it. Throws ApiFailure. */
export function requestTarget(draft: TargetDraft): Promise<TargetAdded> {
  return call('POST /api/targets', { body: draft });
}

/** Switches sample data on or off. Throws ApiFailure; the answer names a missing program. */
export function requestSampleData(request: SampleRequest): Promise<SampleChange> {
  return call('POST /api/sample-data', { body: request, timeoutMs: SAMPLE_LIMIT_MS });
}

/** Makes a token, which the answer alone has. Throws ApiFailure. */
export function requestToken(request: TokenRequest): Promise<TokenResult> {
  return call('POST /api/tokens', { body: request });
}

/** Revokes a token. Throws ApiFailure; code `not-found` when it is gone already. */
export function requestTokenEnd(id: number): Promise<AccessChange> {
  return call('DELETE /api/tokens/{id}', { id: String(id) });
}

/** Ends every session of an account. Throws ApiFailure. */
export function requestSessionsEnd(account: string): Promise<AccessChange> {
  return call('DELETE /api/sessions/{id}', { id: account });
}
