import { ACCESS_ENDPOINTS } from './access/access-endpoints';
import { ActionRequest, ActionResult, ChangedError, Preview, PreviewRequest } from './actions';
import { AnnotationRequest, AnnotationResult } from './annotations';
import { APPROVAL_ENDPOINTS } from './approval/approval-endpoints';
import { BulkPlan, BulkPlanRequest, BulkRequest } from './bulk';
import { Ask } from './consoles';
import { DocsAnswer, docsQuery } from './docs/search';
import { type ApiEndpoint, anyObject, failing } from './endpoint';
import { FindingsAnswer } from './findings';
import { WaitGraph } from './graph';
import { FamiliesAnswer, groupedQuery, HolderAnswer, HoldersAnswer } from './groups';
import { HISTORY_ENDPOINTS } from './history/history-endpoints';
import { LockDetail, LockList, listQuery, SearchAnswer, searchQuery } from './locks';
import { NodesAnswer } from './nodes';
import { Overview } from './overview';
import { DecideRequest, DecideResult, PossibleAnswer } from './possible';
import { targetQuery } from './queries';
import { SETTINGS_ENDPOINTS } from './settings-endpoints';
import { SilenceRequest, SilenceResult, SilencesAnswer } from './silences';
import { eventsQuery } from './stream';
import { XrayRequest, XrayResult } from './xray';

const ofRedis = failing(403, 404, 503, 504);
const ofActs = { ...failing(403, 404, 413, 422, 429, 503, 504), 409: ChangedError };
const ofNotes = failing(403, 413, 429, 503);

/** Every endpoint of the console, in the order of the OpenAPI document. `{id}` stands for one segment of any text. */
export const ENDPOINTS = {
  'GET /api/locks': {
    right: 'view',
    summary: 'Known locks that match a filter, one page of them; from memory.',
    query: listQuery,
    answer: LockList,
    errors: {},
  },
  'GET /api/locks/{id}': {
    right: 'view',
    on: 'lock',
    summary: 'One lock, read from Redis now.',
    answer: LockDetail,
    errors: ofRedis,
  },
  'POST /api/locks/{id}/preview': {
    right: 'preview',
    on: 'lock',
    summary: 'What a release, an extension or a quarantine would do; changes nothing.',
    body: PreviewRequest,
    answer: Preview,
    errors: ofRedis,
  },
  'POST /api/locks/{id}/release': {
    right: 'release',
    on: 'lock',
    summary:
      'Frees the lock, and the keys of the same hold that are named, if all are still exactly as seen; wakes their waiters.',
    body: ActionRequest,
    answer: ActionResult,
    errors: ofActs,
    audited: 'release',
  },
  'POST /api/locks/{id}/extend': {
    right: 'extend',
    on: 'lock',
    summary: 'Raises the TTL if the lock is still exactly as seen; never shortens it.',
    body: ActionRequest,
    answer: ActionResult,
    errors: ofActs,
    audited: 'extend',
  },
  'POST /api/locks/{id}/quarantine': {
    right: 'quarantine',
    on: 'lock',
    summary: 'Gives the lock, if it is still as seen, to an operator’s token for a while, then releases it.',
    body: ActionRequest,
    answer: ActionResult,
    errors: ofActs,
    audited: 'quarantine',
  },
  'POST /api/bulk/preview': {
    right: 'preview',
    summary: 'What releasing all locks of a holder, list or filter would do, each read now; changes nothing.',
    body: BulkPlanRequest,
    answer: BulkPlan,
    errors: { ...ofRedis, ...failing(413, 429) },
  },
  'POST /api/bulk/release': {
    right: 'bulk',
    on: 'locks',
    summary:
      'Frees many locks, each if it is still exactly as seen; stops at the first surprise. Answers JSON lines: `result` of each lock as soon as it is done, then `end`.',
    body: BulkRequest,
    errors: failing(403, 404, 413, 429, 503),
    audited: 'release-many',
  },
  'POST /api/locks/{id}/xray': {
    right: 'xray',
    on: 'lock',
    summary: 'Runs MONITOR for some seconds: which clients try, hold and renew this lock. Slows the server.',
    body: XrayRequest,
    answer: XrayResult,
    errors: failing(403, 404, 409, 413, 429, 503, 504),
    audited: 'xray',
  },
  'GET /api/families': {
    right: 'view',
    summary: 'Known locks that match a filter by the shape of their names, the worst family first.',
    query: groupedQuery,
    answer: FamiliesAnswer,
    errors: {},
  },
  'GET /api/holders': {
    right: 'view',
    summary: 'Who holds the known locks that match a filter, the holder with the worst lock first.',
    query: groupedQuery,
    answer: HoldersAnswer,
    errors: {},
  },
  'GET /api/holders/{id}': {
    right: 'view',
    summary: 'Everything one holder has: `instance:<id>`, `process:<host>:<pid>[@start]` or `token:<token>`.',
    answer: HolderAnswer,
    errors: {},
  },
  'GET /api/graph': {
    right: 'view',
    summary: 'Who holds which lock and waits for which other, as far as waiters have names; from memory.',
    query: targetQuery,
    answer: WaitGraph,
    errors: {},
  },
  'GET /api/overview': {
    right: 'view',
    summary: 'Counts, worst locks, findings, the last 15 minutes and the expiry horizon.',
    query: targetQuery,
    answer: Overview,
    errors: {},
  },
  'GET /api/nodes': {
    right: 'view',
    summary: 'Every watched server, what we cost it, and how many locks and findings each target has.',
    answer: NodesAnswer,
    errors: {},
  },
  'GET /api/findings': {
    right: 'view',
    summary: 'Open findings, the gravest first.',
    query: targetQuery,
    answer: FindingsAnswer,
    errors: {},
  },
  'GET /api/silences': {
    right: 'view',
    summary: 'Silences of findings that run, the next to end first.',
    query: targetQuery,
    answer: SilencesAnswer,
    errors: {},
  },
  'POST /api/silences': {
    right: 'silence',
    on: 'target',
    summary: 'Silences findings of one rule on one target until an end: they are shown, and counted nowhere.',
    body: SilenceRequest,
    answer: SilenceResult,
    errors: ofNotes,
    audited: 'silence',
  },
  'DELETE /api/silences/{id}': {
    right: 'silence',
    summary: 'Ends a silence before its time; what it was about counts again.',
    answer: SilenceResult,
    errors: { ...ofNotes, ...failing(404) },
    audited: 'end-silence',
  },
  'GET /api/possible': {
    right: 'view',
    summary: 'Keys that may be locks, their values masked, and what was decided of others; from memory.',
    query: targetQuery,
    answer: PossibleAnswer,
    errors: {},
  },
  'POST /api/possible/{id}': {
    right: 'silence',
    on: 'lock',
    summary: 'Decides for good that a key is a lock, or none.',
    body: DecideRequest,
    answer: DecideResult,
    errors: { ...ofNotes, ...failing(404) },
    audited: 'decide',
  },
  'GET /api/search': {
    right: 'view',
    summary: 'Locks whose key, holder, token, host or process a text names, and by which of them.',
    query: searchQuery,
    answer: SearchAnswer,
    errors: {},
  },
  'GET /api/events': {
    right: 'view',
    summary:
      'Server-sent events hello, patch, status and resync; each has a version as its id. A gap means: fetch again. A status has nodes and tallies of one moment, as GET /api/nodes.',
    query: eventsQuery,
    errors: {},
  },
  ...HISTORY_ENDPOINTS,
  'POST /api/annotations': {
    right: 'annotate',
    on: 'target',
    summary: 'Puts a mark on every chart: a deployment, or a note.',
    body: AnnotationRequest,
    answer: AnnotationResult,
    errors: ofNotes,
    audited: 'annotate',
  },
  ...APPROVAL_ENDPOINTS,
  ...ACCESS_ENDPOINTS,
  ...SETTINGS_ENDPOINTS,
  'GET /api/docs': {
    right: 'view',
    summary: 'Sections of the documentation that have all words of a query, the best first; from memory.',
    query: docsQuery,
    answer: DocsAnswer,
    errors: {},
  },
  'GET /api/docs/{id}': { right: 'view', summary: null, errors: {} },
  'GET /api/openapi.json': { right: 'view', summary: null, answer: anyObject, errors: {} },
  'GET /api/config-schema': { right: 'view', summary: null, answer: anyObject, errors: {} },
  'GET /api/consoles/{id}': { right: 'peer', summary: null, errors: {} },
  'POST /api/consoles/{id}': { right: 'peer', summary: null, body: Ask, answer: anyObject, errors: {} },
  'GET /metrics': { right: 'metrics', on: 'target', summary: null, errors: {} },
} satisfies Record<`${'GET' | 'POST' | 'DELETE'} /${string}`, ApiEndpoint>;
