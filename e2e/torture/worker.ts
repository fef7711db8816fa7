/** A client process: its plan comes in `TORTURE`, clock steps and the wish to end from its parent. */

import { setMaxListeners } from 'node:events';
import { type BrokenName, breakScript } from './broken-scripts';
import type { RoundPlan } from './plan-round';
import { stepClock } from './shifted-clock';

export type WorkerTask = {
  plan: RoundPlan;
  /** Name of this process; unlike that of any other of the round. */
  name: string;
  originNs: string;
  file: string;
  /** The single server, then the nodes of redlock. */
  urls: string[];
  broken: BrokenName[];
};

export type WorkerMessage = { step: number } | 'stop';

const task = JSON.parse(process.env.TORTURE ?? 'null') as WorkerTask;
for (const name of task.broken) breakScript(name);

const stopping = new AbortController();
setMaxListeners(0, stopping.signal);
process.on('message', (message: WorkerMessage) => {
  if (message === 'stop') stopping.abort();
  else stepClock(message.step);
});
const orphaned = () => process.exit(1);
process.once('disconnect', orphaned);

const { runClients } = await import('./run-clients'); // the lock client must not see whole scripts
await runClients(task, stopping.signal, () => process.send?.('ready'));
process.off('disconnect', orphaned);
process.disconnect();
