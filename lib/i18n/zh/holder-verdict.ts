import type { holderVerdict as en } from '../en/holder-verdict';
import type { Translation } from '../merge';

export const holderVerdict: Translation<typeof en> = {
  word: { gone: '已消失', alive: '存活', unknown: '无法得知', quarantined: '隔离中' },
  holderIs: {
    renewing: '持有者在续期',
    beating: '持有者的进程在运行',
    overstaying: '持有者在续期，但持有远超平常；是否仍在工作无法得知',
    stuck: '持有者的进程在运行，但停止了续期',
    silent: '持有者的进程静默过久：已消失，或已暂停',
    ended: '持有者的进程已结束',
    lapsed: '持有者的心跳早已停止',
    stopped: '持有者停止了续期，Redis 中没有其进程的迹象',
    unknown: 'Redis 中没有什么能表明持有者是否存活',
    over: '此持有者的租约已结束，且没有归还锁',
    unread: '锁本身的状态现在未知，持有者是否存活也未知',
  },
  quarantine:
    '{named, select, yes {{by}} other {操作者}}{when, select, at { 于 {since} } before { 在 {since} 之前} other {}}将此锁隔离：无人能获取，原持有者的续期和释放都会失败。时间一到就会释放{ends, select, yes {，最迟于 {until} 过期} other {}}。',
  lastSign: {
    renewing: '它在 {age}前续期',
    beating: '其进程在运行：最近一次心跳在 {age}前',
    stuck: '其进程在运行，最近一次心跳在 {age}前，但停止了续期',
    silent: '其进程已静默 {age}：已消失，或已暂停',
    ended: '其进程已结束，最近一次心跳在 {age}前',
    lapsed: '其心跳已停止：最近看到的一次在 {age}前',
    stopped: '它停止了续期，最近一次续期在 {age}前，Redis 中没有其进程的迹象',
  },
  although: {
    alive: { accept: '我接受可能有两个同时工作。', why: '持有者存活。' },
    renews: {
      accept: '我接受持有者可能仍在工作。',
      why: '距其上次续期不足一个续期周期，尚无迹象表明它已停止。',
      whyAwaited: '至今 {watched}没有续期：若它会续期，将在 {within}内进行。此后不再询问。',
    },
  },
  button: {
    gone: '{what}',
    alive: '{what}，尽管持有者存活',
    unknown: '{what}，持有者状态未知',
    quarantined: '{what}，并结束隔离',
  },
};
