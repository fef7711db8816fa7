import type { Contender } from './contender';
import { redisSemaphore } from './libraries/redis-semaphore';
import { redlock } from './libraries/redlock';
import { redlockUniversal } from './libraries/redlock-universal';
import { sesamecareRedlock } from './libraries/sesamecare-redlock';

export const libraries: readonly Contender[] = [redlock, sesamecareRedlock, redisSemaphore, redlockUniversal];
