import type { sameHold as en } from '../en/same-hold';
import type { Translation } from '../merge';

export const sameHold: Translation<typeof en> = {
  legend: '带有同一持有者 token 的键',
  whole: '同一次持有：{n} 个键，全部释放',
  part: '同一次持有：{n} 个键，释放 {count} 个',
  alone: '{count, plural, =1 {其他键带有此 token} other {释放带有此 token 的 # 个键}}',
  sure: { proven: '同一个多重锁', likely: '很可能是同一个多重锁', possible: '可能是同一个多重锁' },
  release: '释放 {key}',
  waiting: '{n} 个在等待',
  waitingUnknown: '等待者未知',
  nodes: '{count} 个节点',
  more: '另有 {n} 个键带有此 token 且未读取：未列出的保持不变',
  unseen: {
    surely: '此次持有的另外 {n} 个键未向您显示，仍被持有',
    perhaps: '另有 {n} 个带有此 token 的键未向您显示，仍被持有，可能是另一个锁',
  },
  why: {
    token: '相同的 token，只为一次获取生成',
    reused: '相同的 token，其持有者可能再次使用',
    taken: '获取时间相差 {apart}',
    takenUnknown: '未见到获取的时间',
    leases: '租约结束相差 {apart}',
  },
  outcome: {
    released: '于 {time} 在 {node} 上释放',
    changed: '未改动：已不是您看到的样子',
    failed: '未释放：{why}',
    unknown: '没有应答：结果未知',
    kept: '未释放：它保留着锁',
    keptPossible: '未改动：token 相同，但可能是另一个锁',
    nodes: '{of} 个节点中的 {done} 个',
  },
  left: {
    held: '锁仍被持有：只有其全部键都释放后才空闲。',
    unclear: '锁是否空闲未知：请查看未释放的键。',
  },
  mayStayHeld: '另有 {count} 个键带有相同的 token。若它们是同一个多重锁，则锁仍被持有。',
};
