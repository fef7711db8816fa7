import type { InsightMethod } from '../../contract/insight-codes';
import type { InsightWords } from '../insight-words';

/** Insights: statements about how locks are used, made of the history. */
export const insights = {
  title: 'Insights',
  sample: 'n = {n}',
  confidence: '{share} sure',
  harm: '{seconds} waiter-seconds an hour',
  method: {
    'pollaczek-khinchine': 'M/G/1, Pollaczek–Khinchine',
    'allen-cunneen': 'G/G/1, Allen–Cunneen',
    percentile: 'percentile of the holds',
    'split-queues': 'one queue against several, Allen–Cunneen',
  } satisfies Record<InsightMethod, string>,
  code: {} satisfies InsightWords,
};
