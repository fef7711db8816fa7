import { RISKS } from '@/lib/contract/finding-codes';
import type { Lock } from '@/lib/contract/lock';
import type { Overview } from '@/lib/contract/overview';
import { countOf } from '@/lib/domain/values/counted';
import { shortened } from '../lock-parts/shortened';

export type Blame = {
  code: (typeof RISKS)[number] | 'votes' | 'split' | 'lost' | 'blocks' | 'blocks-gone' | 'atRisk';
  key: string;
  values: Record<string, string | number>;
};

export type Headline = {
  code: 'urgent' | 'silent' | 'calm' | 'calmSoFar' | 'unknown';
  /** Locks that are lost or at risk and not silenced; of `silent`, the nodes. */
  count: number;
  /** At most two, the worst first. */
  blames: Blame[];
  /** Nodes that give no answer, without those of which that is silenced. */
  silent: number;
};

/** What the first line of the overview says, of what is not silenced. Calm is only claimed as far as was looked. */
export function overviewHeadlineOf({ counts, worst, silenced, nodes, coverage }: Overview): Headline {
  const down = nodes.filter(({ state }) => state === 'down' || state === 'stale').length;
  const silent = Math.max(0, down - silenced.nodes);
  const urgent = worst
    .map(({ lock }) => lock)
    .filter(({ id, state }) => (state === 'lost' || state === 'at-risk') && !silenced.worst.includes(id));
  const count = Math.max(counts.lost + counts.atRisk - silenced.lost - silenced.atRisk, urgent.length);
  const blames = urgent.slice(0, 2).map(blameOf);
  if (count > 0) return { code: 'urgent', count, blames, silent };
  const known = nodes.some(({ lastAnswerAtMs }) => lastAnswerAtMs !== null);
  if (known && silent > 0) return { code: 'silent', count: silent, blames: [], silent };
  const covered = coverage.names >= 1 && coverage.contents >= 1 && down === 0;
  return { code: !known ? 'unknown' : covered ? 'calm' : 'calmSoFar', count: 0, blames: [], silent };
}

function blameOf(lock: Lock): Blame {
  const key = shortened(lock.key.text);
  if (lock.state === 'lost') return { code: 'lost', key, values: {} };
  const { code, values } = lock.reason;
  if (code === 'dead-waiter-blocks' || code === 'deadlock' || code === 'wait-cycle')
    return { code, key, values: {} };
  if (code === 'votes' || code === 'split') return { code, key, values };
  const waiting = countOf(lock.waiters.count);
  if (waiting.known && waiting.count > 0) {
    const blocks = code === 'holder-gone' ? 'blocks-gone' : 'blocks';
    return { code: blocks, key, values: { count: waiting.count } };
  }
  const risk = RISKS.find((each) => each === code);
  return risk ? { code: risk, key, values } : { code: 'atRisk', key, values: {} };
}
