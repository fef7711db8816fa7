import { accountsAnswer, addToken, endSessions, revokeToken } from '../../actions/accounts';
import { addTarget, testDraft } from '../../actions/add-target';
import { annotate } from '../../actions/annotations';
import { approvalAnswer, approvalsAnswer } from '../../actions/approval/approval-answer';
import { askApproval } from '../../actions/approval/ask';
import { approve, decline, withdraw } from '../../actions/approval/decide';
import { bulkPlan } from '../../actions/bulk/bulk-plan';
import { beginReleaseMany } from '../../actions/bulk/release-many';
import { addPasskey, passkeysAnswer, removePasskey, stepUp } from '../../actions/passkeys';
import { preview } from '../../actions/plan/preview';
import { decide, possibleAnswer } from '../../actions/possible';
import { runAction } from '../../actions/run/run-action';
import { switchSampleData } from '../../actions/sample-data';
import { sessionAnswer, signIn, signOut, signOutByProvider } from '../../actions/sign-in';
import { addSilence, endSilence, silencesAnswer } from '../../actions/silences';
import { withStepUp } from '../../actions/step-up';
import { type Caller, countedBy } from '../../actions/with-audit';
import { xray } from '../../actions/xray/xray';
import type { SignOutAnswer } from '../../contract/access/sessions';
import type { AnswerOf, BodyOf, EndpointKey, IsOwnAnswer, QueryOf } from '../../contract/endpoint-types';
import { STRANGER } from '../../domain/access/principal';
import { auditOwnerOf } from '../../domain/actions/own-audit';
import { beforeSending } from '../../domain/values/errors';
import { auditAnswer, auditChainAnswer } from '../../reads/audit/audit';
import { auditExport } from '../../reads/audit/audit-export';
import { findingsAnswer } from '../../reads/findings';
import { families, holder, holderRefOf, holders } from '../../reads/grouped';
import * as history from '../../reads/history';
import { listPage } from '../../reads/list';
import { nodesAnswer } from '../../reads/nodes';
import { overviewOf } from '../../reads/overview';
import { readDetail } from '../../reads/read-detail';
import { search } from '../../reads/search';
import { settingsAnswer } from '../../reads/settings/settings';
import { testTarget } from '../../reads/settings/target-test';
import { waitGraph } from '../../reads/wait-graph';
import { hiddenPlaces } from '../access/hidden-places';
import { relyingPartyOf } from '../access/passkeys/relying-party';
import { noSessionCookie, sessionCookie } from '../access/session-cookie';
import { isSecure } from '../config/client-address';
import { configJsonSchema } from '../config/config-schema';
import { answerTo, feedFor } from '../consoles/door';
import { docFile } from '../docs/doc-file';
import { docLibrary } from '../docs/library';
import { searchDocs } from '../docs/search-docs';
import type { Runtime } from '../runtime/types';
import { bulkLines } from './bulk-lines';
import { eventsFor } from './events';
import { json } from './http';
import { openApiDocument } from './openapi';
import { askPasskey, enterByPasskey } from './passkey-cookies';
import { fromProvider, toProvider } from './provider-pages';

/** One request of an endpoint, checked. `id` = what its path names, or ''. */
export type Call<K extends EndpointKey> = {
  request: Request;
  runtime: Runtime;
  id: string;
  query: QueryOf<K>;
  body: BodyOf<K>;
  caller: Caller;
};

type Answer<K extends EndpointKey> = AnswerOf<K> | (IsOwnAnswer<K> extends true ? Response : never);

/** What answers each endpoint of the contract: one verb, called with what the request says. */
export const HANDLERS: {
  [K in EndpointKey]: (call: Call<K>) => Answer<K> | Promise<Answer<K>>;
} = {
  'GET /api/locks': ({ runtime, query }) => listPage(runtime, query),
  'GET /api/locks/{id}': ({ runtime, id }) => readDetail(runtime, id),
  'POST /api/locks/{id}/preview': async ({ runtime, id, body, caller }) => {
    const plan = await preview(runtime, id, body);
    return withStepUp(runtime, caller, plan, [plan.lock.target]);
  },
  'POST /api/locks/{id}/release': ({ runtime, id, body, caller }) =>
    runAction(runtime, { id, action: 'release', body, caller }),
  'POST /api/locks/{id}/extend': ({ runtime, id, body, caller }) =>
    runAction(runtime, { id, action: 'extend', body, caller }),
  'POST /api/locks/{id}/quarantine': ({ runtime, id, body, caller }) =>
    runAction(runtime, { id, action: 'quarantine', body, caller }),
  'POST /api/locks/{id}/ask': ({ runtime, id, body, caller }) => askApproval(runtime, id, body, caller),
  'GET /api/requests': ({ runtime, caller }) => approvalsAnswer(runtime, caller.by),
  'GET /api/requests/{id}': ({ runtime, id, caller }) => approvalAnswer(runtime, id, caller.by),
  'POST /api/requests/{id}/approve': ({ runtime, id, caller }) => approve(runtime, id, caller),
  'POST /api/requests/{id}/decline': ({ runtime, id, body, caller }) =>
    decline(runtime, id, body.reason, caller),
  'POST /api/requests/{id}/withdraw': ({ runtime, id, caller }) => withdraw(runtime, id, caller),
  'POST /api/bulk/preview': async ({ runtime, body, caller }) => {
    const plan = await bulkPlan(runtime, body, caller);
    return withStepUp(
      runtime,
      caller,
      plan,
      plan.items.map(({ target }) => target),
    );
  },
  'POST /api/bulk/release': async ({ request, runtime, body, caller }) =>
    bulkLines(await beforeSending(beginReleaseMany(runtime, body, caller)), request.signal),
  'POST /api/locks/{id}/xray': ({ request, runtime, id, body, caller }) =>
    xray(runtime, { id, body, caller, signal: request.signal }),
  'GET /api/families': ({ runtime, query }) => families(runtime, query),
  'GET /api/holders': ({ runtime, query }) => holders(runtime, query),
  'GET /api/holders/{id}': ({ request, runtime }) => holder(runtime, holderRefOf(request.url)),
  'GET /api/graph': ({ runtime, query }) => waitGraph(runtime, query.target ?? null),
  'GET /api/overview': ({ runtime, query }) => overviewOf(runtime, query.target ?? null),
  'GET /api/nodes': ({ runtime }) => nodesAnswer(runtime),
  'GET /api/findings': ({ runtime, query }) => findingsAnswer(runtime, query.target ?? null),
  'GET /api/silences': ({ runtime, query }) => silencesAnswer(runtime, query.target ?? null),
  'POST /api/silences': ({ runtime, body, caller }) => addSilence(runtime, body, caller),
  'DELETE /api/silences/{id}': ({ runtime, id, caller }) => endSilence(runtime, id, caller),
  'GET /api/possible': ({ runtime, query }) => possibleAnswer(runtime, query.target ?? null),
  'POST /api/possible/{id}': ({ runtime, id, body, caller }) => decide(runtime, id, body, caller),
  'GET /api/audit': ({ runtime, query, caller }) =>
    auditAnswer(runtime, { ...query, own: auditOwnerOf(caller.by) }),
  'GET /api/audit/chain': ({ runtime }) => auditChainAnswer(runtime),
  'GET /api/audit/export': ({ runtime, query, caller }) =>
    auditExport(runtime, { ...query, own: auditOwnerOf(caller.by) }, caller),
  'GET /api/search': ({ runtime, query }) => search(runtime, query.q, query.limit),
  'GET /api/events': ({ request, runtime, query, caller }) =>
    eventsFor(runtime, request, query.lastEventId ?? null, caller.by),
  'GET /api/history/series': ({ runtime, query }) => history.seriesAnswer(runtime, query),
  'GET /api/history/debt': ({ runtime, query }) => history.debtAnswer(runtime, query),
  'GET /api/history/families': ({ runtime, query }) => history.familyReportAnswer(runtime, query),
  'GET /api/history/horizon': ({ runtime, query }) => history.horizonAnswer(runtime, query),
  'GET /api/history/timeline': ({ runtime, query }) => history.timelineAnswer(runtime, query),
  'GET /api/history/marks': ({ runtime, query }) => history.marksAnswer(runtime, query),
  'GET /api/history/moment': ({ runtime, query }) => history.momentAnswer(runtime, query),
  'GET /api/history/moment/{id}': ({ runtime, id, query }) => history.pastLockAnswer(runtime, id, query.at),
  'GET /api/history/blockers': ({ runtime, query }) => history.blockersAnswer(runtime, query),
  'GET /api/history/ledger': ({ runtime, query }) => history.ledgerAnswer(runtime, query),
  'GET /api/history/what-if': ({ runtime, query, caller }) =>
    history.whatIfAnswer(runtime, query, countedBy(caller)),
  'GET /api/history/status': ({ runtime }) => history.statusAnswer(runtime, hiddenPlaces(runtime)),
  'GET /api/history/handover': ({ runtime, query }) => history.handoverAnswer(runtime, query),
  'GET /api/insights': ({ runtime, query }) => history.insightsAnswer(runtime, query),
  'POST /api/annotations': ({ runtime, body, caller }) => annotate(runtime, body, caller),
  'GET /api/session': ({ runtime, caller }) => sessionAnswer(runtime, caller.by),
  'POST /api/session': async ({ request, runtime, body, caller }) => {
    const { answer, sessionId } = await signIn(runtime, body, caller);
    const { longestMs = 0 } = runtime.access.signIn ?? {};
    const cookie = sessionCookie(sessionId, { secure: isSecure(request, runtime.config), longestMs });
    return json(answer, { headers: { 'set-cookie': cookie } });
  },
  'DELETE /api/session': async ({ request, runtime, caller }) => {
    const leaveAt = await runtime.access.leaveAt(request, caller.by);
    await signOut(runtime, caller);
    const answer: SignOutAnswer = { ...sessionAnswer(runtime, STRANGER), leaveAt };
    return json(answer, { headers: { 'set-cookie': noSessionCookie(isSecure(request, runtime.config)) } });
  },
  'POST /api/session/challenge': ({ request, runtime, body, caller }) =>
    askPasskey(runtime, request, body.use, caller),
  'POST /api/session/passkey': ({ request, runtime, body, caller }) =>
    enterByPasskey(runtime, request, body.credential, caller),
  'POST /api/session/step-up': ({ request, runtime, body, caller }) =>
    stepUp(runtime, body.credential, caller, relyingPartyOf(request, runtime.access.signIn)),
  'GET /api/session/passkeys': ({ request, runtime, caller }) =>
    passkeysAnswer(runtime, caller, relyingPartyOf(request, runtime.access.signIn)),
  'POST /api/session/passkeys': ({ request, runtime, body, caller }) =>
    addPasskey(runtime, body, caller, relyingPartyOf(request, runtime.access.signIn)),
  'DELETE /api/session/passkeys/{id}': ({ runtime, id, caller }) => removePasskey(runtime, id, caller),
  'GET /api/session/provider': ({ request, runtime, query, caller }) =>
    toProvider(runtime, request, caller, query.to ?? '/'),
  'GET /api/session/callback': ({ request, runtime, caller }) => fromProvider(runtime, request, caller),
  'POST /api/session/back-channel': ({ runtime, body, caller }) =>
    signOutByProvider(runtime, body.logout_token, caller),
  'GET /api/accounts': ({ runtime }) => accountsAnswer(runtime),
  'POST /api/tokens': ({ runtime, body, caller }) => addToken(runtime, body, caller),
  'DELETE /api/tokens/{id}': ({ runtime, id, caller }) => revokeToken(runtime, id, caller),
  'DELETE /api/sessions/{id}': ({ runtime, id, caller }) => endSessions(runtime, id, caller),
  'GET /api/settings': ({ runtime }) => settingsAnswer(runtime),
  'POST /api/targets/{id}/test': ({ runtime, id }) => testTarget(runtime, id),
  'POST /api/targets/test': ({ runtime, body, caller }) => testDraft(runtime, body, caller),
  'POST /api/targets': ({ runtime, body, caller }) => addTarget(runtime, body, caller),
  'POST /api/sample-data': ({ runtime, body, caller }) => switchSampleData(runtime, body, caller),
  'GET /api/docs': async ({ query }) => searchDocs(await docLibrary(), query.q, query.limit),
  'GET /api/docs/{id}': ({ id }) => docFile(id),
  'GET /api/openapi.json': () => openApiDocument(),
  'GET /api/config-schema': () => configJsonSchema(),
  'GET /api/consoles/{id}': ({ request, runtime, id }) => feedFor(runtime.consoles, id, request),
  'POST /api/consoles/{id}': ({ request, runtime, id, body }) =>
    answerTo(runtime.consoles, id, request, body),
  'GET /metrics': async ({ runtime }) => {
    const { metrics } = runtime;
    return new Response(await metrics.text(runtime), {
      headers: { 'content-type': metrics.contentType, 'cache-control': 'no-store' },
    });
  },
};
