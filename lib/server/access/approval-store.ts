import { type Selectable, sql } from 'kysely';
import type { ApprovalState, LockAction } from '../../contract/action-codes';
import type { ActionRequest, Consequence, PlannedChange } from '../../contract/actions';
import type { ApprovalResult } from '../../contract/approval/approvals';
import type { AuditEntry } from '../../contract/audit';
import { MOST_WAITING } from '../../contract/limits';
import type { Principal } from '../../domain/access/principal';
import type { Archive } from '../../history/archive/archive-types';
import type { ApprovalRequestsTable } from '../../history/database/approval-tables';

/** Who asked, as far as it is needed to find out again what they may do. Holds no secret. */
export type Asker = Pick<Principal, 'account' | 'name' | 'via' | 'session' | 'roles'> & {
  address: string;
  agent: string;
};

/** What was asked for, and what it would have led to then. */
type AskedAct = {
  action: LockAction;
  body: ActionRequest;
  consequences: Consequence[];
  /** Absent where it could not be read then, and in requests of an older console. */
  change?: PlannedChange;
  asker: Asker;
  /** The audit entry of the request. */
  entry: AuditEntry;
};

export type ApprovalDecision = Pick<Principal, 'account' | 'name' | 'via'> & { reason: string };

export type KeptApproval = AskedAct & {
  id: number;
  atMs: number;
  expiresMs: number;
  state: ApprovalState;
  target: string;
  lockId: string;
  decided: (ApprovalDecision & { atMs: number }) | null;
  result: ApprovalResult | null;
};

/** States in which a request is when somebody has decided. */
type Decided = Extract<ApprovalState, 'approved' | 'declined' | 'withdrawn'>;

const LISTED = 200;

/**
 * Acts that wait for a second person, in the database of the history, so that several consoles share them. Each change of
 * state is one conditional update: of two that race exactly one gets the row. Methods reject as the archive does.
 */
export function createApprovalStore({ db, kind }: Pick<Archive, 'db' | 'kind'>) {
  const rows = () => db.selectFrom('approval_requests');

  return {
    /**
     * Keeps a request that waits; null = `MOST_WAITING` of its account wait at `atMs`. The count and the row are one
     * transaction, which excludes every other one, of any console.
     */
    add(
      of: Pick<KeptApproval, 'atMs' | 'expiresMs' | 'target' | 'lockId'> & AskedAct,
    ): Promise<KeptApproval | null> {
      const { atMs, expiresMs, target, lockId, ...asked } = of;
      const { account } = asked.asker;
      return db.transaction().execute(async (trx) => {
        // SQLite has one writer. On PostgreSQL this takes no snapshot: the count sees all that was added before.
        if (kind === 'postgres')
          await sql`lock table approval_requests in share row exclusive mode`.execute(trx);
        const { n } = await trx
          .selectFrom('approval_requests')
          .select(({ fn }) => fn.countAll().as('n'))
          .where('account', '=', account)
          .where('state', '=', 'waiting')
          .where('expires_ms', '>', atMs)
          .executeTakeFirstOrThrow();
        if (Number(n) >= MOST_WAITING) return null;
        const row = await trx
          .insertInto('approval_requests')
          .values({
            ...{ at_ms: atMs, expires_ms: expiresMs, state: 'waiting', target, lock_id: lockId },
            ...{ account, request: JSON.stringify(asked) },
            ...{ decided_ms: null, decision: null, result: null },
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        return keptOf(row);
      });
    },

    async find(id: number): Promise<KeptApproval | null> {
      const row = await rows().selectAll().where('id', '=', id).executeTakeFirst();
      return row ? keptOf(row) : null;
    },

    /** Those that wait, the next to end first, then the newest since then. */
    async list(nowMs: number, sinceMs: number): Promise<KeptApproval[]> {
      const waiting = await rows()
        .selectAll()
        .where('state', '=', 'waiting')
        .where('expires_ms', '>', nowMs)
        .orderBy('expires_ms')
        .limit(LISTED)
        .execute();
      const over = await rows()
        .selectAll()
        .where('at_ms', '>=', sinceMs)
        .where(({ or, eb }) => or([eb('state', '!=', 'waiting'), eb('expires_ms', '<=', nowMs)]))
        .orderBy('id', 'desc')
        .limit(LISTED)
        .execute();
      return [...waiting, ...over].map(keptOf);
    },

    /** Decides about one that waits and whose time is not over. null = it is no more one of those: somebody else was first. */
    async decide(
      id: number,
      to: Decided,
      decision: ApprovalDecision,
      nowMs: number,
    ): Promise<KeptApproval | null> {
      const row = await db
        .updateTable('approval_requests')
        .set({ state: to, decided_ms: nowMs, decision: JSON.stringify(decision) })
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .where('expires_ms', '>', nowMs)
        .returningAll()
        .executeTakeFirst();
      return row ? keptOf(row) : null;
    },

    /** What became of the act, also of one that was taken for lost meanwhile. */
    async conclude(
      id: number,
      to: Extract<ApprovalState, 'done' | 'refused' | 'unknown'>,
      result: ApprovalResult,
    ): Promise<KeptApproval | null> {
      const row = await db
        .updateTable('approval_requests')
        .set({ state: to, result: JSON.stringify(result) })
        .where('id', '=', id)
        .where('state', 'in', ['approved', 'unknown'])
        .returningAll()
        .executeTakeFirst();
      return row ? keptOf(row) : null;
    },

    /** Ends those whose time is over. Each is returned once, whichever console asks. */
    async expire(nowMs: number): Promise<KeptApproval[]> {
      const ended = await db
        .updateTable('approval_requests')
        .set({ state: 'expired' })
        .where('state', '=', 'waiting')
        .where('expires_ms', '<=', nowMs)
        .returningAll()
        .execute();
      return ended.map(keptOf);
    },

    /** Of those approved before then nothing was learned: their console died, or stands still. Each is returned once. */
    async giveUp(approvedBeforeMs: number): Promise<KeptApproval[]> {
      const lost = await db
        .updateTable('approval_requests')
        .set({ state: 'unknown' })
        .where('state', '=', 'approved')
        .where('decided_ms', '<', approvedBeforeMs)
        .returningAll()
        .execute();
      return lost.map(keptOf);
    },

    async forget(beforeMs: number): Promise<void> {
      await db
        .deleteFrom('approval_requests')
        .where('at_ms', '<', beforeMs)
        .where('state', 'not in', ['waiting', 'approved'])
        .execute();
    },
  };
}

function keptOf(row: Selectable<ApprovalRequestsTable>): KeptApproval {
  const decision = row.decision === null ? null : (JSON.parse(row.decision) as ApprovalDecision);
  return {
    ...(JSON.parse(row.request) as AskedAct),
    id: row.id,
    atMs: row.at_ms,
    expiresMs: row.expires_ms,
    state: row.state as ApprovalState,
    target: row.target,
    lockId: row.lock_id,
    decided: decision && { ...decision, atMs: row.decided_ms ?? row.at_ms },
    result: row.result === null ? null : (JSON.parse(row.result) as ApprovalResult),
  };
}
