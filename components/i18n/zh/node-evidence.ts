import type { Translation } from '../../../lib/i18n/merge';
import type { nodeEvidence as en } from '../en/node-evidence';

export const nodeEvidence: Translation<typeof en> = {
  evicts:
    '达到 <b>{maxBytes}</b> 时按 <b>{policy}</b> 淘汰键：{count, plural, =0 {目前没有会被淘汰的锁} other {<b>{n} 个锁</b>可能消失}}',
  'memory-used': '已用 <b>{usedBytes}</b> / {maxBytes}：<b>{percent} %</b>',
  'eviction-policy': '内存满时：<b>{policy}</b>',
  'not-persisted': '追加文件<b>关闭</b>，也<b>不保存快照</b>',
  'in-group': '它在 <b>Redlock 组</b>中投票',
  'locks-without-ttl': '<b>{n} 个锁</b>没有 TTL，指望一直存在',
  fsync: '追加文件以 appendfsync <b>{fsync}</b> 写入',
  'snapshots-only': '只保存<b>快照</b>：上一次之后的更改会被遗忘',
  'min-replicas': '<b>min-replicas-to-write 为 0</b>，已连接 {count} 个副本',
  'replica-behind': '<k>{replica}</k> 落后 <b>{behindBytes}</b>，已 <b>{forMs}</b>未赶上',
  'replica-syncing': '<k>{replica}</k> 已复制键空间 <b>{forMs}</b>',
  'replica-gone': '<k>{replica}</k> 已 <b>{forMs}</b>未连接',
  'locks-newer': '现被持有的锁中有 <b>{n} 个</b>是在这 <b>{forMs}</b> 内取得的：故障转移到该副本会丢失它们',
  'locks-missing':
    '所询问的 {of} 个被持有的锁中，<k>{replica}</k> 缺少 <b>{n} 个</b>：故障转移到它会丢失它们',
  'primary-lost': '它是副本，且<b>未连接</b>到主节点',
  'clock-ahead': '其时钟比此控制台<b>快 {offMs}</b>（测量误差 {errorMs}）',
  'clock-behind': '其时钟比此控制台<b>慢 {offMs}</b>（测量误差 {errorMs}）',
  'clock-apart': '其时钟与 <k>{node}</k> 相差 <b>{apartMs}</b>',
  'clock-set-forward': '其时钟在两次测量之间<b>前移了 {byMs}</b>',
  'clock-set-back': '其时钟在两次测量之间<b>后移了 {byMs}</b>',
  'locks-vanished': '<b>{n} 个锁</b>原本被持有，现已不在或属于他人',
  'lock-vanished': '<k>{key}</k>',
  'promoted-from': '它取代了 <k>{from}</k>',
  'locks-kept': '在那里被持有的 <b>{n} 个锁</b>在此仍由同一持有者持有',
  'changes-polled': '服务器不通知变更：{why}',
  'changes-unseen': '一分钟内的 {n} 次变更中至少看到 <b>{percent} %</b>',
  'both-pubsub': '<k>{channel}</k> 同时有经典和分片订阅者',
  latches: '上一遍名称扫描中同时有 <b>{n}</b> 个 latch 键',
};
