import type { how as en } from '../en/how';
import type { Translation } from '../merge';

export const how: Translation<typeof en> = {
  release: '立即释放',
  releaseText: '下一个请求者即可获取。',
  releaseKept: '它不再是持有者，其他持有者继续持有。',
  releaseStays: '此键被释放，锁仍由其他键持有。',
  releaseWaited: '等待者在一次往返内即可获取。',
  quarantine: '先隔离',
  quarantineText: '一段时间内无人持有，然后释放：卡住的持有者会在他人开始之前失败。',
  quarantineUnsure: '在无从得知持有者是否存活时更安全：若它还在，会在他人开始之前失败。',
  quarantineOff: '这类锁无法隔离。',
  quarantineDenied: '您在此处没有隔离锁的权限。',
  extend: '改为延长',
  extendText: '给卡住的持有者更多时间。不释放任何东西。',
  extendReset: '给卡住的持有者更多时间。其看门狗每 {period} 重新设置自己的租约。',
  extendNever: '它永不失效：无可延长。',
  extendOver: '其自身租约已结束：无可延长。',
  extendOff: '这类锁无法从此处延长。',
  price: {
    twoMayWork: '可能有两个同时工作',
    nobodyLonger: '无人需要多等',
    nobodyWaits: '现在无人等待',
    noEffect: '无效果：其租约更长',
    undone: '下次续期时即被撤销',
    whoWaits: '等待者多等 {longer}',
    whoWaitsUpTo: '等待者最多多等 {longer}',
    wait: '{count, plural, other {{n} 个多等 {longer}}}',
    waitUpTo: '{count, plural, other {{n} 个最多多等 {longer}}}',
  },
};
