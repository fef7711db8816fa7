import { Redlock } from '@sesamecare-oss/redlock';
import { LEASE_MS } from '../contender';
import { redlockFamily } from './redlock-family';

/** `@sesamecare-oss/redlock`. */
export const sesamecareRedlock = redlockFamily('@sesamecare-oss/redlock', (clients, settings) => {
  const redlock = new Redlock(clients, settings);
  return async (key) => {
    const lock = await redlock.acquire([key], LEASE_MS);
    return () => lock.release();
  };
});
