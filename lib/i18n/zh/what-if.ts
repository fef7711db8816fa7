import type { WhatIfChange, WhatIfSilence } from '../../contract/history/what-if';

/** What another lease, hold time, number of locks or queue would have done in the last hour. */
export const whatIf = {
  title: '假设推演',
  hint: '重放最近一小时',
  about: '改变一个条件，重放最近一小时内记录的请求与持有。',
  field: {
    hold: '持有时长',
    lease: '租期',
    shards: '拆分为',
    queue: '队列',
  },
  times: '{times} 倍',
  asRecorded: '与记录相同',
  leaseError: '请输入时长，例如 30s 或 1.5m',
  locks: '{count, plural, other {# 个锁}}',
  queue: { recorded: '与记录相同', fair: '公平' } satisfies Record<WhatIfChange['queue'], string>,
  replay: '重放',
  replaying: '正在重放最近一小时',
  table: '改变前后',
  figure: '指标',
  before: '之前',
  after: '之后',
  rows: {
    debt: '争用债务（等待者·秒）',
    wait: '等待时长 p95',
    waited: '需要等待的请求',
    gaveUp: '放弃的请求',
    expired: '持有期间过期',
    busy: '占用率',
  },
  basis:
    'n = {n} 次持有 · 重放已记录的数据，共 {runs} 次 · 不作改变时与记录的债务相差 {missed} % · 债务误差 {error}',
  unsafe: '{count, plural, other {有 {n} 次持有}}在工作结束前过期：会有两个持有者同时工作。',
  silent: {
    'nothing-recorded': '最近一小时内没有相关记录。',
    coverage: '最近一小时只有 {covered} 被观测；需要 95 %。',
    'too-few': '最近一小时只有 {acquisitions} 次获取；需要 50 次。',
    'too-many': '最近一小时持有超过 20,000 次，无法一次重放。',
    'holds-missing': '{acquisitions} 次持有中只有 {n} 次被逐条保存。',
    'waiters-unknown': '无法统计其等待者：它们在 Redis 中不留痕迹。',
    shared: '它可被多个持有者同时持有，不是单服务台队列。',
    'no-lease': '它的持有都没有租期。',
    'replay-differs': '不作改变的重放与记录的债务相差 {missed} %，超过允许的 5 %：记录的数据不足。',
  } satisfies Record<WhatIfSilence, string>,
};
