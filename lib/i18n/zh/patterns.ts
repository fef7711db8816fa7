import type { patterns as en } from '../en/patterns';
import type { Translation } from '../merge';

export const patterns: Translation<typeof en> = {
  title: '模式',
  hint: '哪些键是锁，哪些不是',
  loading: '正在加载决定',
  caption: '各目标当前生效的键模式和决定',
  target: '目标',
  glob: '键',
  is: '是',
  from: '来源',
  lock: '锁',
  'not-a-lock': '不是锁',
  releases: '锁；可以释放没有格式匹配的值',
  inFile: '{setting}（{file} 的 {key}）',
  variable: '变量 {setting}',
  sample: '示例数据',
  decided: '由 {by} 决定，{time}',
  forgotten: '保留到控制台停止',
  none: '没有模式，也没有决定',
  noneText: '锁由其形式和名称识别。模式在目标的配置中设置。',
  order: '模式与决定不一致时，以决定为准。内容证明是锁的键，无论如何设置都是锁。',
  change: '决定在“可能的锁”页面上作出和撤回。',
  unread: '无法加载决定，因此只显示模式。',
};
