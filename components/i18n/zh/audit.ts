import type { audit as en } from '../en/audit';
import type { Translation } from '../merge';

export const audit: Translation<typeof en> = {
  title: '审计',
  loading: '正在加载审计',
  summary: '{count, plural, =0 {无条目} other {最近 # 条}} · {age}前',
  memory: '保存在内存中，直到控制台停止。',
  caption: '通过此控制台所做或所尝试的操作，最新在前',
  id: '编号',
  time: '时间',
  actor: '操作者',
  action: '操作',
  key: '键',
  target: '连接',
  holder: '当时的持有者',
  reason: '理由',
  outcome: '结果',
  actions: { release: '释放', extend: '延长' },
  outcomes: {
    attempted: '已尝试',
    released: '已释放',
    extended: '已延长',
    refused: '已拒绝',
    failed: '失败',
  },
  noHolder: '未知',
  noReason: '未填写',
  empty: '尚未释放或延长任何锁',
  emptyText: '每次释放与延长在执行前都写在这里：谁、为何、结果如何。被拒绝的也在内。',
  openLocks: '前往锁列表',
};
