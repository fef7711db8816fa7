import { isIP } from 'node:net';
import type { AuditAction } from '../../contract/action-codes';
import type { ChainedEntry } from '../../contract/audit';
import { ticketOf } from '../../domain/actions/ticket';

/** Events of the Open Cybersecurity Schema Framework 1.3: class API Activity (6003) of category Application Activity (6). */
const METADATA = {
  version: '1.3.0',
  product: { name: 'Lockscope', vendor_name: 'Lockscope' },
  log_name: 'audit',
};
const CLASS = {
  category_uid: 6,
  category_name: 'Application Activity',
  class_uid: 6003,
  class_name: 'API Activity',
};

const ACTIVITY = { create: 1, read: 2, update: 3, delete: 4 } as const;
type Activity = keyof typeof ACTIVITY;
const ACTIVITY_NAMES = { create: 'Create', read: 'Read', update: 'Update', delete: 'Delete' } as const;

/** The effect of each action on its object: a lock, a silence, a mark, a token, a session, a target. */
const ACTIVITIES = {
  release: 'delete',
  'release-many': 'delete',
  extend: 'update',
  quarantine: 'update',
  ask: 'create',
  approve: 'update',
  decline: 'update',
  withdraw: 'delete',
  silence: 'create',
  'end-silence': 'delete',
  xray: 'read',
  annotate: 'create',
  decide: 'update',
  user: 'update',
  'sign-in': 'create',
  'sign-out': 'delete',
  'add-token': 'create',
  'revoke-token': 'delete',
  'end-sessions': 'delete',
  'add-passkey': 'create',
  'remove-passkey': 'delete',
  'step-up': 'update',
  'test-target': 'read',
  'add-target': 'create',
  'sample-data': 'update',
} satisfies Record<AuditAction, Activity>;

const SEVERITIES = { 1: 'Informational', 2: 'Low', 3: 'Medium' } as const;
const STATUSES = { 0: 'Unknown', 1: 'Success', 2: 'Failure' } as const;

type Grading = { severity: keyof typeof SEVERITIES; status: keyof typeof STATUSES | 99 };
const DONE: Grading = { severity: 1, status: 1 };

/** Outcomes other than that it was done. Somebody should look at what may have happened. */
const GRADINGS: Partial<Record<ChainedEntry['outcome'], Grading>> = {
  attempted: { severity: 1, status: 0 },
  'partly-released': { severity: 2, status: 99 },
  'partly-extended': { severity: 2, status: 99 },
  'partly-quarantined': { severity: 2, status: 99 },
  waiting: { severity: 1, status: 99 },
  declined: { severity: 1, status: 99 },
  withdrawn: { severity: 1, status: 99 },
  expired: { severity: 1, status: 99 },
  refused: { severity: 2, status: 2 },
  failed: { severity: 2, status: 2 },
  unknown: { severity: 3, status: 0 },
};

/** Who has an export made, and from where. */
export type ExportReader = { by: { name: string; via: string }; address: string; agent: string };

type OcsfEvent = Record<string, unknown>;

/** An entry as an event. What OCSF has no field for is in `unmapped`. */
export function ocsfOf(entry: ChainedEntry): OcsfEvent {
  const { id, atMs, actor, action, target, lockId, key, holder, reason, outcome, details, hash } = entry;
  const { severity, status } = GRADINGS[outcome] ?? DONE;
  const code = textOf(details.code);
  const message = textOf(details.message);
  const ticket = ticketOf(details);
  return {
    ...eventOf(ACTIVITIES[action], atMs),
    // By which a consumer joins the events of one incident.
    metadata: {
      ...{ ...METADATA, uid: String(id), event_code: action },
      ...(ticket !== null && { correlation_uid: ticket }),
    },
    severity_id: severity,
    severity: SEVERITIES[severity],
    status_id: status,
    status: status === 99 ? outcome : STATUSES[status],
    status_code: outcome,
    ...(message !== null && { status_detail: message }),
    ...(reason !== '' && { message: reason }),
    actor: userOf(actor, textOf(details.actorIs)),
    api: {
      operation: action,
      service: { name: 'lockscope' },
      ...(code !== null && {
        response: { error: code, ...(message !== null && { error_message: message }) },
      }),
    },
    src_endpoint: endpointOf(textOf(details.address)),
    ...httpOf(textOf(details.agent) ?? ''),
    resources: resourcesOf({ target, lockId, key }),
    unmapped: { hash, holder, details },
  };
}

/** The last event of a file: that it was made, and the head of the chain then. */
export function ocsfOfExport(
  foot: { more: boolean; limit: number; chain: { seq: number; hash: string } | null },
  { by, address, agent }: ExportReader,
  nowMs: number,
): OcsfEvent {
  return {
    ...eventOf('read', nowMs),
    metadata: { ...METADATA, event_code: 'audit-export' },
    severity_id: 1,
    severity: SEVERITIES[1],
    status_id: 1,
    status: STATUSES[1],
    message: 'Audit exported',
    actor: userOf(by.name, by.via),
    api: { operation: 'audit-export', service: { name: 'lockscope' } },
    src_endpoint: endpointOf(address),
    ...httpOf(agent),
    resources: [{ name: 'audit', type: 'audit' }],
    unmapped: foot,
  };
}

function eventOf(activity: Activity | undefined, atMs: number): OcsfEvent {
  // An action that no list has was written by hand.
  const id = activity ? ACTIVITY[activity] : 0;
  const name = activity ? ACTIVITY_NAMES[activity] : 'Unknown';
  return {
    ...CLASS,
    activity_id: id,
    activity_name: name,
    type_uid: CLASS.class_uid * 100 + id,
    type_name: `${CLASS.class_name}: ${name}`,
    time: atMs,
  };
}

/** The way of signing in is the type of the user: 99 takes the word of the source. */
function userOf(name: string, via: string | null): OcsfEvent {
  return { user: { name: name || 'unknown', type_id: via === null ? 0 : 99, type: via ?? 'Unknown' } };
}

function endpointOf(address: string | null): OcsfEvent {
  if (address !== null && isIP(address) !== 0) return { ip: address };
  // Done by the command line where the console's database is.
  return { name: address ?? 'local' };
}

function httpOf(agent: string): OcsfEvent {
  return agent === '' ? {} : { http_request: { user_agent: agent } };
}

function resourcesOf({ target, lockId, key }: Pick<ChainedEntry, 'target' | 'lockId' | 'key'>): OcsfEvent[] {
  const group = target === '' ? {} : { group: { name: target } };
  if (lockId !== null) return [{ uid: lockId, name: key, type: 'lock', ...group }];
  if (key !== '') return [{ name: key, type: 'scope', ...group }];
  return target === '' ? [] : [{ name: target, type: 'target' }];
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
