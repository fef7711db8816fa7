import type { InsightMethod } from '../../contract/insight-codes';
import type { InsightWords } from '../insight-words';

/** Insights: statements about how locks are used, made of the history. */
export const insights = {
  title: '洞察',
  sample: 'n = {n}',
  confidence: '把握 {share}',
  harm: '每小时 {seconds} 等待者·秒',
  method: {
    'pollaczek-khinchine': 'M/G/1，Pollaczek–Khinchine 公式',
    'allen-cunneen': 'G/G/1，Allen–Cunneen 公式',
    percentile: '持有时长的百分位数',
    'split-queues': '一个队列与多个队列比较，Allen–Cunneen 公式',
  } satisfies Record<InsightMethod, string>,
  code: {} satisfies InsightWords,
};
