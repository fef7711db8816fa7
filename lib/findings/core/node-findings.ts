import type { NodeFindingCode } from '../../contract/finding-codes';
import type { NodeHealth } from '../../contract/node-health';
import type { NodeFinding } from '../../contract/nodes';
import { aofNotAlways } from '../aof-not-always';
import { changesMissed } from '../changes-missed';
import { clockJump } from '../clock-jump';
import { clockSkew } from '../clock-skew';
import { evictableLocks } from '../evictable-locks';
import { latchesPileUp } from '../latches-pile-up';
import { memoryNearlyFull } from '../memory-nearly-full';
import { mixedPubsub } from '../mixed-pubsub';
import { noNotifications } from '../no-notifications';
import { noPersistence } from '../no-persistence';
import { promoted } from '../promoted';
import { replicaLags } from '../replica-lags';
import { restartedUnderLocks } from '../restarted-under-locks';
import { writesUnreplicated } from '../writes-unreplicated';
import type { NodeRule, NodeSurroundings } from './node-rule';

/** The rule of each finding about a server, in the order in which they are listed. */
const BY_CODE: { [Code in NodeFindingCode]: NodeRule<Code> } = {
  'restarted-under-locks': restartedUnderLocks,
  promoted,
  'evictable-locks': evictableLocks,
  'memory-nearly-full': memoryNearlyFull,
  'no-persistence': noPersistence,
  'aof-not-always': aofNotAlways,
  'replica-lags': replicaLags,
  'clock-skew': clockSkew,
  'clock-jump': clockJump,
  'mixed-pubsub': mixedPubsub,
  'latches-pile-up': latchesPileUp,
  'writes-unreplicated': writesUnreplicated,
  'changes-missed': changesMissed,
  'no-notifications': noNotifications,
};
const RULES = Object.values<NodeRule<NodeFindingCode>>(BY_CODE);

/**
 * The findings about a server. Pure except for `openSince`, which maps each open finding to when it was first found: new
 * findings are added to it, and ended ones removed.
 */
export function nodeFindings(
  health: NodeHealth,
  around: NodeSurroundings,
  openSince: Map<NodeFindingCode, number>,
  nowMs: number,
): NodeFinding[] {
  return RULES.flatMap(({ code, severity, detect }) => {
    const found = detect(health, around);
    if (!found) {
      openSince.delete(code);
      return [];
    }
    const { evidence, command = null, sinceMs = openSince.get(code) ?? nowMs } = found;
    openSince.set(code, sinceMs);
    return [{ code, severity: found.severity ?? severity, evidence, command, sinceMs }];
  });
}
