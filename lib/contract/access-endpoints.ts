import { AuditAnswer, AuditChain, AuditExport, auditExportQuery, auditQuery } from './audit';
import { type ApiEndpoint, failing } from './endpoint';
import { AUDIT_EXPORT_LIMIT } from './limits';
import {
  AccessChange,
  AccountsAnswer,
  BackChannelAnswer,
  BackChannelLogout,
  CallbackQuery,
  ProviderQuery,
  SessionAnswer,
  SignInRequest,
  SignOutAnswer,
  TokenRequest,
  TokenResult,
} from './sessions';

/** Endpoints by which people sign in and out, accounts, tokens and sessions are looked after, and the audit is read. */
export const ACCESS_ENDPOINTS = {
  'GET /api/audit': {
    right: 'audit',
    summary: 'What was done or tried through this console, newest first, as far as it matches.',
    query: auditQuery,
    answer: AuditAnswer,
    errors: {},
  },
  'GET /api/audit/chain': {
    right: 'audit',
    summary:
      'Whether the audit is as it was written: its hash chain, as last verified: at most 30 s ago, or ten times as long as that takes.',
    answer: AuditChain,
    errors: failing(503, 504),
  },
  'GET /api/audit/export': {
    right: 'audit',
    summary: `The newest ${AUDIT_EXPORT_LIMIT} matching entries as a file: \`json\`, \`jsonl\` (an entry a line), \`csv\`, or \`ocsf\` (OCSF 1.x API Activity, an event a line).`,
    query: auditExportQuery,
    answer: AuditExport,
    file: true,
    errors: failing(503, 504),
  },
  'GET /api/session': {
    right: 'open',
    summary: 'Who you are, what you may do, and how to sign in.',
    answer: SessionAnswer,
    errors: failing(503),
  },
  'POST /api/session': {
    right: 'open',
    summary: 'Signs in with a password; the answer sets a cookie.',
    body: SignInRequest,
    answer: SessionAnswer,
    cookie: true,
    errors: failing(403, 413, 429, 503),
  },
  'DELETE /api/session': {
    right: 'open',
    summary: 'Signs out.',
    answer: SignOutAnswer,
    cookie: true,
    errors: failing(403, 503),
  },
  'GET /api/session/provider': { right: 'open', summary: null, query: ProviderQuery, errors: {} },
  'GET /api/session/callback': { right: 'open', summary: null, query: CallbackQuery, errors: {} },
  'POST /api/session/back-channel': {
    right: 'open',
    summary: null,
    body: BackChannelLogout,
    form: true,
    answer: BackChannelAnswer,
    errors: failing(413, 429, 503, 504),
  },
  'GET /api/accounts': {
    right: 'admin',
    on: 'target',
    summary: 'Users with a password, who is signed in, and tokens.',
    answer: AccountsAnswer,
    errors: failing(503),
  },
  'POST /api/tokens': {
    right: 'admin',
    on: 'target',
    summary: 'Makes a token for a program; it is shown this once.',
    body: TokenRequest,
    answer: TokenResult,
    errors: failing(403, 413, 429, 503),
    audited: 'add-token',
  },
  'DELETE /api/tokens/{id}': {
    right: 'admin',
    on: 'target',
    summary: 'Revokes a token.',
    answer: AccessChange,
    errors: failing(403, 404, 503),
    audited: 'revoke-token',
  },
  'DELETE /api/sessions/{id}': {
    right: 'admin',
    on: 'target',
    summary: 'Ends every session of an account, and what belongs to them.',
    answer: AccessChange,
    errors: failing(403, 404, 503),
    audited: 'end-sessions',
  },
} satisfies Record<`${'GET' | 'POST' | 'DELETE'} /${string}`, ApiEndpoint>;
