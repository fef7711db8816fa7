import Redlock from 'redlock';
import { LEASE_MS } from '../contender';
import { redlockFamily } from './redlock-family';

/** `redlock` 4. */
export const redlock = redlockFamily('redlock', (clients, settings) => {
  const redlock = new Redlock(clients, settings);
  redlock.on('clientError', () => {}); // a node that ends with the measurement
  return async (key) => {
    const lock = await redlock.acquire([key], LEASE_MS);
    return () => lock.unlock();
  };
});
