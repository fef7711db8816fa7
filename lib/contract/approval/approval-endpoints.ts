import { ChangedError } from '../actions';
import { type ApiEndpoint, failing } from '../endpoint';
import { ApprovalAnswer, ApprovalChange, ApprovalsAnswer, AskRequest, DeclineRequest } from './approvals';

const ofDecisions = failing(403, 404, 409, 413, 429, 503, 504);

/** Endpoints by which one person asks for an act, and another one decides. */
export const APPROVAL_ENDPOINTS = {
  'POST /api/locks/{id}/ask': {
    right: 'preview',
    on: 'lock',
    summary:
      'Asks a second person for an act on a connection that takes two. Takes the right to the act; checks all that the act would, and changes no lock.',
    body: AskRequest,
    answer: ApprovalAnswer,
    errors: { ...failing(403, 404, 413, 422, 429, 503, 504), 409: ChangedError },
    audited: 'ask',
  },
  'GET /api/requests': {
    right: 'view',
    on: 'request',
    summary: 'Acts that wait for a second person, and those of the last day, on locks that you may view.',
    answer: ApprovalsAnswer,
    errors: failing(503, 504),
  },
  'GET /api/requests/{id}': {
    right: 'view',
    on: 'request',
    summary: 'One act that waits for a second person, or what became of it.',
    answer: ApprovalAnswer,
    errors: failing(404, 503, 504),
  },
  'POST /api/requests/{id}/approve': {
    right: 'view',
    on: 'request',
    summary:
      'Approves an act that somebody else asked for, and runs it as theirs. Takes the right to the act. Answers what became of it.',
    body: ApprovalChange,
    answer: ApprovalAnswer,
    errors: ofDecisions,
    audited: 'approve',
  },
  'POST /api/requests/{id}/decline': {
    right: 'view',
    on: 'request',
    summary: 'Declines an act that somebody else asked for. Takes the right to the act.',
    body: DeclineRequest,
    answer: ApprovalAnswer,
    errors: ofDecisions,
    audited: 'decline',
  },
  'POST /api/requests/{id}/withdraw': {
    right: 'view',
    on: 'request',
    summary: 'Takes back an act that your account asked for.',
    body: ApprovalChange,
    answer: ApprovalAnswer,
    errors: ofDecisions,
    audited: 'withdraw',
  },
} satisfies Record<`${'GET' | 'POST' | 'DELETE'} /${string}`, ApiEndpoint>;
