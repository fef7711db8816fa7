/**
 * Insights: statements that are made of the history, about how locks are used. The codes are apart from their rules in
 * `lib/insights` because a browser needs them without the rules.
 */
export const INSIGHT_CODES = ['lock-order', 'utilisation', 'lease', 'shard', 'changed', 'unfair'] as const;
export type InsightCode = (typeof INSIGHT_CODES)[number];

/** How a statement was worked out; the page of its insight has the formula. */
export const INSIGHT_METHODS = [
  /** Waits of a queue with Poisson arrivals and any hold times (M/G/1). */
  'pollaczek-khinchine',
  /** Waits of a queue with arrivals as dispersed as they were measured (G/G/1, robust queueing). */
  'robust-queueing',
  /** A percentile of the holds that ended. */
  'percentile',
  /** One queue against n, each with a share of the arrivals. */
  'split-queues',
  /** What was seen, counted. */
  'counted',
  /** t-test of the percentiles of blocks of ten minutes, before against after. */
  'block-t-test',
] as const;
export type InsightMethod = (typeof INSIGHT_METHODS)[number];
