import type { LockAction } from '../../contract/action-codes';
import type { PlannedChange } from '../../contract/actions';
import type { Lock } from '../../contract/lock';
import type { KeyLocation } from '../../reads/find-lock';
import { heldOf, type LockReading } from '../../reads/read-lock';
import { scripts } from '../../redis/scripts.generated';

/** Scripts after which the lock's own key is gone, whatever it held besides the token. */
const DELETE_KEY: ReadonlySet<string> = new Set(
  [
    scripts.releaseString,
    scripts.releaseStringBeside,
    scripts.releaseStringSignal,
    scripts.releaseContents,
    scripts.forceReleaseReentrant,
  ].map(({ sha1 }) => sha1),
);

/**
 * The change that an act makes, from the script that the release itself chooses. null = the lock allows no such act. Changes
 * nothing. Throws `not-held` where there is no holder to act on.
 */
export function plannedChange(
  reading: LockReading,
  action: LockAction,
  { watched: { masters } }: KeyLocation,
  { node }: Pick<Lock, 'node'>,
): PlannedChange | null {
  const does = doneBy(reading, action);
  if (!does) return null;
  return {
    does,
    nodes: masters.length > 0 ? masters.map((each) => each.node) : [node],
    withDeadline: !heldOf(reading).holder.tokenUnique,
  };
}

function doneBy(reading: LockReading, action: LockAction): PlannedChange['does'] | null {
  const { raw, recognised, deadlineMs } = reading;
  const { format, sight } = recognised;
  if (action === 'quarantine') return 'replace-token';
  if (action === 'extend') return format.extend ? 'extend' : null;
  const { holder, token } = heldOf(reading);
  const seen = { holdCount: holder.holdCount, deadlineMs };
  const plan = format.release?.({ key: raw.key, token, holder, seen, sight, publish: 'PUBLISH' });
  if (!plan) return null;
  return DELETE_KEY.has(plan.script.sha1) ? 'delete-key' : 'end-hold';
}
