import type { EndpointKey } from '../../lib/contract/endpoint-types';
import { ENDPOINTS } from '../../lib/contract/endpoints';
import { endpointPath } from '../../lib/contract/request';

/** Of the lock that they are about. */
export const ENDPOINT_KEY = 'order:7:lock';
const seen = {
  ...{ type: 'string', formatId: 'none', tokenDigest: '0'.repeat(64), holdCount: null },
  ...{ ttlMs: 1, deadlineMs: 1, acquisition: null, readAtMs: 1 },
};
const clientDataJSON = 'e30';
const credential = { id: 'none', rawId: 'none', type: 'public-key' };
const assertion = { ...credential, response: { clientDataJSON, authenticatorData: 'AA', signature: 'AA' } };
const attestation = { ...credential, response: { clientDataJSON, attestationObject: 'AA' } };
const DRAFT = { name: 'third', topology: 'standalone', addresses: ['redis://127.0.0.1:1'] };
/** A target that somebody has a right on, and another. */
export type Where = 'own' | 'other';

/** A request to an endpoint that is valid, and about something of that target where it is about anything. */
export function endpointRequest(key: EndpointKey, where: Where, headers: Record<string, string>) {
  const lock = `${where}.0.${ENDPOINT_KEY}`;
  const ids: Partial<Record<EndpointKey, string>> = {
    'GET /api/holders/{id}': 'token:none',
    'DELETE /api/silences/{id}': 'none',
    'GET /api/requests/{id}': '0',
    'POST /api/requests/{id}/approve': '0',
    'POST /api/requests/{id}/decline': '0',
    'POST /api/requests/{id}/withdraw': '0',
    'DELETE /api/tokens/{id}': '0',
    'DELETE /api/sessions/{id}': 'nobody',
    'DELETE /api/session/passkeys/{id}': 'none',
    'POST /api/targets/{id}/test': where,
    ...{ 'GET /api/consoles/{id}': where, 'POST /api/consoles/{id}': where },
  };
  const queries: Partial<Record<EndpointKey, object>> = {
    'GET /api/search': { q: 'order' },
    'GET /api/history/moment': { at: String(Date.now()), target: where },
    'GET /api/history/what-if': { target: where, family: 'order:*:lock' },
    'GET /api/history/moment/{id}': { at: String(Date.now()) },
  };
  const bodies: Partial<Record<EndpointKey, object>> = {
    'POST /api/locks/{id}/preview': { action: 'release' },
    'POST /api/locks/{id}/release': { seen, reason: 'test' },
    'POST /api/locks/{id}/extend': { seen, reason: 'test', leaseMs: 1_000 },
    'POST /api/locks/{id}/quarantine': { seen, reason: 'test' },
    'POST /api/locks/{id}/ask': { action: 'release', seen, reason: 'test' },
    'POST /api/requests/{id}/approve': {},
    'POST /api/requests/{id}/decline': { reason: 'test' },
    'POST /api/requests/{id}/withdraw': {},
    'POST /api/bulk/preview': { ids: [lock] },
    'POST /api/bulk/release': { items: [{ id: lock, seen }], count: 1, reason: 'test' },
    'POST /api/locks/{id}/xray': { seconds: 1 },
    'POST /api/silences': {
      code: 'no-ttl',
      target: where,
      scope: { kind: 'all' },
      untilMs: Date.now() + 60_000,
      reason: 'test',
    },
    'POST /api/possible/{id}': { is: 'lock' },
    'POST /api/annotations': { title: 'v2', kind: 'note', target: where },
    'POST /api/session': { name: 'nobody', password: 'wrong' },
    'POST /api/session/challenge': { use: 'sign-in' },
    'POST /api/session/passkey': { credential: assertion },
    'POST /api/session/step-up': { credential: assertion },
    'POST /api/session/passkeys': { name: 'x', credential: attestation },
    'POST /api/tokens': { name: 'x', days: 1, grants: [{ rights: ['view'], targets: ['*'], keys: ['*'] }] },
    'POST /api/targets/{id}/test': {},
    ...{
      'POST /api/targets/test': DRAFT,
      'POST /api/targets': DRAFT,
      'POST /api/sample-data': { on: false },
    },
    'POST /api/consoles/{id}': { verb: 'refresh', keys: [] },
  };
  const id = key.includes('{id}') ? (ids[key] ?? lock) : '';
  const [method = ''] = key.split(' ');
  const body = bodies[key];
  const withTarget =
    'query' in ENDPOINTS[key] &&
    /locks$|families|holders$|graph|overview|findings|silences|possible$|audit|series|debt|blockers|horizon|timeline|marks|ledger|handover|insights/.test(
      key,
    );
  const query = queries[key] ?? (method === 'GET' && withTarget ? { target: where } : {});
  const path = endpointPath(key, { id, query } as never);
  const all = new Headers({ ...headers, ...(body && { 'content-type': 'application/json' }) });
  const request = new Request(`http://console${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
  });
  // A Request of its own may not set Host, Origin or Cookie; a server's may have them.
  const asServed = new Proxy(request, {
    get(target, name) {
      if (name === 'headers') return all;
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { request: asServed, id };
}
