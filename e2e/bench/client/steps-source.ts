/** The parts of the lock client that `steps.ts` puts on the bare loop one by one. */
export { mutexChannelOf } from '../../../lib/domain/keys/mutex-token';
export { identityOf } from '../../../lib/locks/core/identity';
export { Watchdog } from '../../../lib/locks/core/lease/watchdog';
export { answerOf, unlimited } from '../../../lib/locks/core/wait/wait';
export { runScript } from '../../../lib/redis/run-script';
export { scripts } from '../../../lib/redis/scripts.generated';
