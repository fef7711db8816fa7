import { collect } from '../../collector/collect';
import type { CollectorHost, CollectorOptions } from '../../collector/target/create-collector';
import type { Collector } from '../../collector/types';
import type { Archive } from '../../history/archive/archive-types';
import type { Writer } from '../../history/recorder/writer';
import { createOwnedRecording } from './owned-recording';
import { type RecalledInto, recallFigures } from './recall-figures';
import type { RecordingOptions } from './recording';
import { serverPlaceOf } from './server-place';
import type { SilenceStore } from './silence-store';

export type RecordedOptions = Omit<CollectorOptions, 'record' | 'count' | 'host'> & {
  host: Required<CollectorHost>;
  archive: Archive;
  writer: Pick<Writer, 'offer'>;
  silences: Pick<SilenceStore, 'running'>;
  /** Which console this is. */
  watcher: string;
  onExpiredWhileHeld: NonNullable<RecordingOptions['onExpiredWhileHeld']>;
  memory: RecalledInto;
};

/** A collector, not started yet, of which everything goes to the archive. */
type Recorded = {
  collector: Collector;
  /** Ends both; what was seen until then is handed to the writer. */
  stop(): Promise<void>;
};

/** `fence` = fencing token of the lease under which the target is watched; null = nobody else could. */
export function collectRecorded(options: RecordedOptions, fence: number | null): Recorded {
  const { target, archive, writer, silences, watcher, onExpiredWhileHeld, memory, host } = options;
  archive.nameServer(target.name, serverPlaceOf(target));
  const recording = createOwnedRecording({
    ...{ target: target.name, archive, writer, silences, watcher, fence, now: host.now, log: host.log },
    ...{ onExpiredWhileHeld, recall: () => recallFigures(archive.db, memory, target.name, host.now()) },
  });
  const collector = collect({ ...options, record: recording.record, count: recording.count });
  recording.begin(collector);
  return {
    collector,
    async stop() {
      await collector.stop();
      await recording.stop();
    },
  };
}

/** The newest fencing token that wrote of a target; 0 = none did, or the archive cannot say. */
export async function newestFence({ db }: Pick<Archive, 'db'>, target: string): Promise<number> {
  const row = db.selectFrom('epochs').select('fence').where('target', '=', target).executeTakeFirst();
  return (await row.catch(() => undefined))?.fence ?? 0;
}
