/** A thread that sets `gone` to 1 once `key` is not in Redis, and wakes whoever sleeps on it. Posts "ready" first. */
import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { Redis } from 'ioredis';

const { url, key, gone } = workerData;
const redis = new Redis(url);
if ((await redis.exists(key)) !== 1) throw new Error(`${key} must be there to begin with`);
parentPort.postMessage('ready');
while ((await redis.exists(key)) === 1) await setTimeout(1);
Atomics.store(gone, 0, 1);
Atomics.notify(gone, 0);
redis.disconnect();
