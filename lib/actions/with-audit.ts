import type { AuditEntry } from '../contract/audit';
import type { Principal } from '../domain/access/principal';
import { displayOf } from '../domain/keys/bytes';
import { keyOfSlug, parseLockId } from '../domain/keys/lock-id';
import { ConsoleError, type ErrorCode, isConsoleError } from '../domain/values/errors';
import type { Runtime } from '../server/runtime/types';

/** Who asks, and from where. `claimed` = what a caller says of itself, which counts where nobody signs in. */
export type Caller = { by: Principal; address: string; agent: string; claimed: string | null };

type Outcome = AuditEntry['outcome'];
type Facts = Record<string, unknown>;
type Auditing = Pick<Runtime, 'now' | 'history' | 'log'>;

/** What is tried, as the audit has it from the start. */
export type AuditedAttempt = Pick<AuditEntry, 'action' | 'target' | 'lockId' | 'key'> &
  Partial<Pick<AuditEntry, 'holder' | 'reason'>> & { caller: Caller; details: Facts };

/** What became of it, and what the audit adds to its details. */
type Concluded = { outcome: Outcome; facts: Facts };

/** What an action says of its failures otherwise than all others. */
export type FailureRules = {
  outcomes?: Partial<Record<ErrorCode, Outcome>>;
  facts?(error: ConsoleError): Facts;
  /** Of an error that is none of ours. */
  unforeseen?(error: unknown): Concluded;
  /** Called with the entry of what may or may not have happened. */
  onUnknown?(entry: AuditEntry): void;
};

/** Codes of what was not tried, because we or the lock said no. */
const REFUSED: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'changed',
  'read-only',
  'second-person',
  'not-waiting',
  'denied',
  'step-up-required',
  'invalid-argument',
  'release-unsupported',
  'extend-unsupported',
  'quarantine-unsupported',
  'too-large',
  'xray-off',
  'xray-busy',
]);

const UNFORESEEN: Concluded = { outcome: 'failed', facts: { code: 'internal', message: 'not foreseen' } };

/**
 * Does something that the audit has before it is tried, and of which it learns the outcome, whatever it is: `unknown` when a
 * reply was lost. `work` gets its entry. Rejects as `work`, with the id of the entry in the details of every ConsoleError.
 */
export async function withAudit<T>(
  runtime: Auditing,
  attempt: AuditedAttempt,
  work: (entry: AuditEntry) => Promise<Concluded & { result: T }>,
  rules: FailureRules = {},
): Promise<{ result: T; entry: AuditEntry }> {
  const entry = await attempted(runtime, attempt);
  try {
    const { outcome, facts, result } = await work(entry);
    return { result, entry: await conclude(runtime, entry, outcome, facts) };
  } catch (error) {
    const { outcome, facts } = failureOf(error, rules);
    const concluded = await conclude(runtime, entry, outcome, facts);
    if (outcome === 'unknown') rules.onUnknown?.(concluded);
    if (!isConsoleError(error)) throw error;
    const details = { ...error.details, auditId: entry.id };
    throw new ConsoleError(error.code, error.message, details, { cause: error });
  }
}

/** Writes what is tried, before it is. Rejects when that cannot be written. */
export function attempted(
  runtime: Pick<Auditing, 'now' | 'history'>,
  attempt: AuditedAttempt,
): Promise<AuditEntry> {
  return runtime.history.appendAudit(entryOf(attempt, runtime.now()));
}

/** Writes what became of it, without failing the act itself: it has happened. Returns the entry as it is then. */
export async function conclude(
  runtime: Auditing,
  entry: AuditEntry,
  outcome: Outcome,
  facts: Facts,
): Promise<AuditEntry> {
  const details = { ...entry.details, ...facts };
  try {
    await runtime.history.updateAudit(entry.id, { outcome, details });
  } catch (err) {
    runtime.log.error({ err, auditId: entry.id, outcome }, 'the audit could not be brought up to date');
  }
  return { ...entry, outcome, details };
}

/** What the audit calls a caller. */
export function actorOf({ by, claimed }: Pick<Caller, 'by' | 'claimed'>): string {
  return by.via === 'machine' ? (claimed ?? by.name) : by.name;
}

/** By whom changes are counted: by account, and by address where nobody signs in. */
export function countedBy({ by, address }: Caller): string {
  return by.via === 'machine' ? address : `account ${by.account}`;
}

/** Writes down what somebody asked for who had no right to it. Never rejects: that it cannot be written lets nobody through. */
export async function auditRefused(
  runtime: Auditing,
  caller: Caller,
  action: AuditEntry['action'],
  { id, body }: { id: string; body: unknown },
  { code, message, details: { right } }: ConsoleError,
): Promise<void> {
  const { target, reason, ticket } = (body ?? {}) as {
    target?: string | null;
    reason?: string;
    ticket?: string;
  };
  const address = parseLockId(id);
  const attempt: AuditedAttempt = {
    action,
    target: address?.target ?? target ?? '',
    lockId: address ? id : null,
    key: address ? displayOf(keyOfSlug(address.slug) ?? address.slug).text : '',
    ...(reason !== undefined && { reason }),
    caller,
    details: { code, message, right, ...(ticket && { ticket }) },
  };
  const entry = { ...entryOf(attempt, runtime.now()), outcome: 'refused' as const };
  try {
    await runtime.history.appendAudit(entry);
  } catch (err) {
    runtime.log.error({ err, ...entry }, 'a refusal is not in the audit');
  }
}

function entryOf({ caller, details, ...of }: AuditedAttempt, atMs: number): Omit<AuditEntry, 'id'> {
  const { by, address, agent } = caller;
  const actorIs = by.via !== 'machine' ? by.via : caller.claimed === null ? 'unnamed' : 'claimed';
  return {
    atMs,
    actor: actorOf(caller),
    holder: null,
    reason: '',
    outcome: 'attempted',
    ...of,
    details: { address, actorIs, ...(agent !== '' && { agent }), ...details },
  };
}

function failureOf(error: unknown, { outcomes, facts, unforeseen }: FailureRules): Concluded {
  if (!isConsoleError(error)) return unforeseen?.(error) ?? UNFORESEEN;
  const { code, message, details } = error;
  const usual = REFUSED.has(code) ? 'refused' : 'failed';
  return {
    outcome: details.mayHaveHappened === true ? 'unknown' : (outcomes?.[code] ?? usual),
    facts: facts?.(error) ?? { code, message },
  };
}
