import type { Redis } from 'ioredis';

/** What a process keeps alive, apart from memory. */
export type ProcessState = {
  timers: number;
  /** Sockets, pipes and the like, by name, once for each. */
  handles: string[];
  listeners: number;
  commandQueue: number;
};

export function stateOf(redis: Redis): ProcessState {
  const resources = process.getActiveResourcesInfo();
  return {
    timers: resources.filter((name) => name === 'Timeout').length,
    handles: resources.filter((name) => name !== 'Timeout'),
    listeners: redis.eventNames().reduce((sum, name) => sum + redis.listenerCount(name), 0),
    commandQueue: redis.commandQueue.length,
  };
}

/** What `after` has more than `before`; never less than none. */
export function addedSince(before: ProcessState, after: ProcessState): ProcessState {
  const handles = [...after.handles];
  for (const name of before.handles) if (handles.includes(name)) handles.splice(handles.indexOf(name), 1);
  return {
    handles,
    timers: Math.max(0, after.timers - before.timers),
    listeners: Math.max(0, after.listeners - before.listeners),
    commandQueue: Math.max(0, after.commandQueue - before.commandQueue),
  };
}

/** Heap in bytes after several collections; needs `--expose-gc`. */
export async function settledHeap(): Promise<number> {
  for (let i = 0; i < 4; i++) {
    global.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 20)); // what is finalised later goes with the next one
  }
  return process.memoryUsage().heapUsed;
}
