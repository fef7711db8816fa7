import type { LockFindingCode } from '../../contract/finding-codes';
import { deadWaiterBlocks } from '../dead-waiter-blocks';
import { deadlock } from '../deadlock';
import { expiredByValue } from '../expired-by-value';
import { fencingWentBack } from '../fencing-went-back';
import { holderGone } from '../holder-gone';
import { identifiesNobody } from '../identifies-nobody';
import { keyCollision } from '../key-collision';
import { lapsesWithWaiters } from '../lapses-with-waiters';
import { lockOrder } from '../lock-order';
import { noTtl } from '../no-ttl';
import { overstaying } from '../overstaying';
import { renewalLate } from '../renewal-late';
import { renewalMissed } from '../renewal-missed';
import { waitCycle } from '../wait-cycle';
import { waitersBehindLateHolder } from '../waiters-behind-late-holder';
import { zombieReader } from '../zombie-reader';
import type { LockRule } from './lock-rule';

/** The rule of each finding about a lock, in the order in which they are listed. */
const BY_CODE: { [Code in LockFindingCode]: LockRule<Code> } = {
  'no-ttl': noTtl,
  'expired-by-value': expiredByValue,
  'holder-gone': holderGone,
  'renewal-late': renewalLate,
  'waiters-behind-late-holder': waitersBehindLateHolder,
  'renewal-missed': renewalMissed,
  'lapses-with-waiters': lapsesWithWaiters,
  'dead-waiter-blocks': deadWaiterBlocks,
  'zombie-reader': zombieReader,
  overstaying,
  'fencing-went-back': fencingWentBack,
  deadlock,
  'wait-cycle': waitCycle,
  'lock-order': lockOrder,
  'key-collision': keyCollision,
  'identifies-nobody': identifiesNobody,
};

export const LOCK_RULES = Object.values<LockRule<LockFindingCode>>(BY_CODE);
