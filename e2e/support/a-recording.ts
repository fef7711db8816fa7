import type { ExpiryProof } from '../../lib/domain/locks/expired-while-held';
import type { OpenSpans } from '../../lib/history/archive/archive-types';
import type { HistoryBatch } from '../../lib/history/database/batch';
import { createRecorder } from '../../lib/history/recorder/recorder';

/**
 * A recorder that watches from `fromMs` on; `open` = what an earlier console left. `written` = the batch of all until then,
 * `proven` = what was told of holds that expired while they were held.
 */
export function aRecording(fromMs: number, open: OpenSpans | null = null) {
  const proven: string[] = [];
  const onProven = ({ key }: { key: { text: string } }, proof: ExpiryProof) =>
    proven.push(`${key.text} ${proof}`);
  const recorder = createRecorder({ target: 'test', watcher: 'here', onProven });
  if (open) recorder.adopt(open);
  recorder.watched(fromMs, fromMs);
  const written = (nowMs: number): HistoryBatch => {
    recorder.watched(fromMs, nowMs);
    const batch = recorder.drain(nowMs, null);
    if (!batch) throw new Error('nothing was written');
    return batch;
  };
  return { recorder, written, proven };
}
