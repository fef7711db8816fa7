import type { headline as en } from '../en/lock-headline';
import type { Translation } from '../merge';

export const headline: Translation<typeof en> = {
  silent: '其节点沉默，因此状态未知',
  lost: '持有者已丢失此锁',
  lapsed: '租约已失效',
  released: '已被释放',
  due: '租约已用完；Redis 尚未确认',
  quarantined: {
    alone: '此锁在隔离中',
    unknown: '此锁在隔离中；是否有人等待无法得知',
    waited: '此锁在隔离中，且有 {count} 个客户端等待',
  },
  gone: {
    alone: '持有者已消失，或已暂停',
    unknown: '持有者已消失，或已暂停；是否有人等待无法得知',
    waited: '持有者已消失，或已暂停，且有 {count} 个客户端等待',
  },
  ended: {
    alone: '持有者已结束，留下了此锁',
    unknown: '持有者已结束，留下了此锁；是否有人等待无法得知',
    waited: '持有者已结束，且有 {count} 个客户端等待',
  },
  noTtl: {
    alone: '此锁不会自行失效',
    unknown: '此锁不会自行失效；是否有人等待无法得知',
    waited: '此锁不会自行失效，且有 {count} 个客户端等待',
  },
  expired: {
    alone: '已过自身期限但仍在',
    unknown: '已过自身期限但仍在；是否有人等待无法得知',
    waited: '已过自身期限，且有 {count} 个客户端等待',
  },
  missed: {
    alone: '持有者错过了一次续期',
    unknown: '持有者错过了一次续期；是否有人等待无法得知',
    waited: '持有者错过了一次续期，{count} 个客户端在等待',
  },
  overstaying: {
    alone: '持有者在续期，但持有远超平常',
    unknown: '持有者在续期，但持有远超平常；是否有人等待无法得知',
    waited: '持有者在续期，但持有远超平常，{count} 个客户端在等待',
  },
  zombie: {
    alone: '没有租约的读者挡住写者',
    unknown: '没有租约的读者挡住写者；是否有人等待无法得知',
    waited: '没有租约的读者挡住写者，{count} 个客户端在等待',
  },
  deadlock: '其持有者陷入循环等待：环中无人能继续',
  waitCycle: '其持有者可能正等待着等待此锁者',
  collision: {
    alone: '两个程序把此键用于不同的用途',
    unknown: '两个程序把此键用于不同的用途；是否有人等待无法得知',
    waited: '两个程序把此键用于不同的用途，{count} 个客户端在等待',
  },
  late: {
    alone: '持有者停止了续期',
    unknown: '持有者停止了续期；是否有人等待无法得知',
    waited: '持有者停止了续期，且有 {count} 个客户端等待',
  },
  readers: {
    alone: '{total} 个读者持有它',
    unknown: '{total} 个读者持有它；是否有人等待无法得知',
    waited: '{total} 个读者持有它，有 {count} 个客户端等待',
  },
  several: {
    alone: '{total} 个持有者共享它',
    unknown: '{total} 个持有者共享它；是否有人等待无法得知',
    waited: '{total} 个持有者共享它，有 {count} 个客户端等待',
  },
  goneOf: {
    alone: '{total} 个持有者中有 {gone} 个已消失，或已暂停',
    unknown: '{total} 个持有者中有 {gone} 个已消失，或已暂停；是否有人等待无法得知',
    waited: '{total} 个持有者中有 {gone} 个已消失，或已暂停，且有 {count} 个客户端等待',
  },
  permits: {
    free: '{total} 个许可中有 {free} 个空闲',
    some: '有 {free} 个许可空闲',
    none: {
      alone: '没有空闲的许可',
      unknown: '没有空闲的许可；是否有人等待无法得知',
      waited: '没有空闲的许可，有 {count} 个客户端等待',
    },
    unknown: '空闲的许可数量未知',
  },
  latch: {
    open: '锁存器已打开',
    closed: {
      alone: '还剩 {left} 次',
      unknown: '还剩 {left} 次；是否有人等待无法得知',
      waited: '还剩 {left} 次，有 {count} 个客户端等待',
    },
    unknown: '剩余次数未知',
  },
  votes: {
    split: '票数分散，无人达到多数',
    short: '{of} 个节点中只有 {yes} 个有它，因此无人持有',
    open: '是否被持有取决于 {unread} 个没有应答的节点',
    underWay: '各节点尚未一致：{of} 个中有 {yes} 个有它',
    missing: '被持有，{yes}/{of} 票',
  },
  nobody: '无人持有它',
  turn: '无人持有它，有 {count} 个客户端等待',
  deadWaiter: '无人持有它，失效的等待者挡住了所有人',
  lateAlive: {
    alone: '持有者存活，但停止了续期',
    unknown: '持有者存活，但停止了续期；是否有人等待无法得知',
    waited: '持有者存活，但停止了续期，且有 {count} 个客户端等待',
  },
  contended: {
    alive: '持有者存活，有 {count} 个客户端等待',
    renewing: '持有者在续期，有 {count} 个客户端等待',
    still: '有 {count} 个客户端等待它',
  },
  held: { alive: '被持有，持有者存活', renewing: '被持有，持有者在续期', still: '被持有，无人等待' },
  heldUnknown: {
    alive: '被持有，持有者存活；是否有人等待无法得知',
    renewing: '被持有，持有者在续期；是否有人等待无法得知',
    still: '被持有；是否有人等待无法得知',
  },
};
