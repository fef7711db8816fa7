import type { LockAction } from '../../contract/action-codes';
import type { ActionRequest, ActionResult } from '../../contract/actions';
import type { AuditEntry } from '../../contract/audit';
import type { ByteString } from '../../domain/keys/bytes';
import type { LockId } from '../../domain/keys/lock-id';
import type { Caller } from '../with-audit';
import type { Approval } from './second-person';

export type RequestedAction = {
  id: LockId;
  action: LockAction;
  body: ActionRequest;
  caller: Caller;
  /** Of a connection that takes two persons. */
  approval?: Approval | null;
};

/** One key of a hold that is released together with others. */
export type Part = {
  /** The key that is typed for all of them. */
  typedAs: ByteString;
  /** It is asked for by hand: nothing but the token says that it belongs to them. */
  isOnlyPossible: boolean;
  /** Resolves when all of them are ready, and rejects with `HeldBack` when one of them cannot be released. */
  ready(): Promise<void>;
  /** What the audit says once this key is freed. */
  outcome: 'released' | 'partly-released';
  /** What the audit has of the hold from the start. */
  hold: Record<string, unknown>;
};

/** The run of many releases that an act is one of, by its audit entry: for all of them one count was typed, and no key. */
type OneOfMany = {
  auditId: number;
  /** Called as soon as the act has failed, before the audit has that. */
  onFailure(): void;
};

export type KeyAction = RequestedAction & { part?: Part | null; run?: OneOfMany | null };

/** What became of one key, and its audit entry. `partly-…` = on too few masters of a group. */
export type KeyActionResult = Pick<ActionResult, 'nodes' | 'woken' | 'atMs' | 'freedAtMs' | 'outcome'> & {
  entry: AuditEntry;
};
