import type { Role } from '../config/config-consoles';
import { collectRecorded, newestFence, type RecordedOptions } from '../record/collect-recorded';
import { type Coordination, FenceTooLow } from './coordination';
import { createSharedCollector, type SharedCollector } from './shared-collector';

/** A target that one of several consoles collects at a time; added to `shared`. */
export function shareTarget(
  coordination: Coordination,
  role: Role,
  options: RecordedOptions,
  shared: Map<string, SharedCollector>,
): SharedCollector {
  const { target, archive, host } = options;
  const { now, log } = host;
  const collector = createSharedCollector({
    ...{ target, coordination, competes: role !== 'web', now },
    async collect(fence) {
      const newest = await newestFence(archive, target.name);
      if (fence <= newest) throw new FenceTooLow(newest);
      log('this console collects the target now', { target: target.name, fence });
      return collectRecorded(options, fence);
    },
    onError: (error) =>
      log('a target shared with other consoles', { target: target.name, error: String(error) }),
  });
  shared.set(target.name, collector);
  return collector;
}
