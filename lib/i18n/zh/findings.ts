import type { findings as en } from '../en/findings';
import { pageWords } from '../finding-words';
import type { Translation } from '../merge';
import { lockFindings } from './lock-findings';
import { nodeFindings } from './node-findings';

export const findings: Translation<typeof en> = {
  title: '发现',
  loading: '正在加载发现',
  summary: '{count, plural, =0 {无未结项} other {# 项未结}}',
  showAll: '全部显示',
  shown: '显示 {shown} / {count}',
  empty: '没有规则发现任何问题',
  emptyText: '全部名称和内容已于 {age}前查看。',
  emptyNotCovered: '尚未发现任何问题',
  emptyNotCoveredText: '目前已查看名称 {names}、内容 {contents}。尚未查看的部分可能有发现。',
  nobody: '尚无任何数据',
  nobodyText: '没有节点应答。',
  caption: '{title}：{count} 个锁',
  captionNodes: '{title}：{count} 个节点',
  cure: '解决：',
  copyCure: '复制命令',
  cost: '代价：{cost}',
  where: '位置',
  evidence: '证据',
  since: '自',
  nodeWide: '{target} 上的每个锁',
  onNodes: '{count} 个节点',
  onLocks: '{count} 个锁',
  severity: { lost: '丢失', 'at-risk': '有风险', contended: '争用', info: '供参考' },
  code: { ...pageWords(lockFindings), ...pageWords(nodeFindings) },
};
