import type { Archive } from '../../history/archive/archive-types';
import type { EventFact } from '../../history/recorder/event-facts';
import type { LockChange } from '../../history/recorder/lock-change';
import { createRecording, type Recordable, type Recording, type RecordingOptions } from './recording';

type Options = Omit<RecordingOptions, 'archive'> & {
  archive: RecordingOptions['archive'] & Pick<Archive, 'ownership'>;
};

/**
 * Records a target for as long as no other process writes the history. When that one is gone the recording begins anew, as
 * after a restart: with the locks that are there, and with what the other left open.
 */
export function createOwnedRecording(options: Options): Recording {
  const { ownership } = options.archive;
  let collector: Recordable | null = null;
  let current: Recording | null = createRecording(options);
  let ending: Promise<void> = Promise.resolve();

  const unwatch = ownership.onChange((owner) => {
    if (owner === 'other') {
      const ended = current;
      current = null;
      if (ended) ending = ending.then(() => ended.stop());
    } else if (owner === 'this' && !current && collector) {
      current = createRecording(options);
      for (const lock of collector.locks()) current.record({ lock, events: [] });
      current.begin(collector);
    }
  });

  return {
    record: (change: LockChange) => current?.record(change),
    count: (fact: EventFact | null) => current?.count(fact),
    begin(begun: Recordable) {
      collector = begun;
      current?.begin(begun);
    },
    async stop() {
      unwatch();
      await ending;
      await current?.stop();
    },
  };
}
