import type { InsightMethod } from '../../contract/insight-codes';
import type { InsightWords } from '../insight-words';

/** Insights: statements about how locks are used, made of the history. */
export const insights = {
  title: '洞察',
  loading: '正在加载洞察',
  summary:
    '{count, plural, =0 {无} other {{n} 条洞察}}{families, plural, =0 {} other {，涉及 # 个族}}，按危害排序 · 每条都注明依据',
  family: '族',
  removeFamily: '显示全部族的洞察',
  itsFamily: '所属的族',
  computed: '计算方法',
  empty: {
    title: '此时段没有洞察',
    ofFamily: '此时段没有关于该族的洞察',
    all: '{count, plural, other {显示其他族的 # 条}}',
    text: '洞察需要足够的持有与等待、至少 95 % 的时段受到监视，以及与之相符的模型。否则略去。',
  },
  sample: 'n = {n}',
  confidence: '把握 {share}',
  harm: '每小时 {seconds} 等待者·秒',
  method: {
    'pollaczek-khinchine': 'M/G/1，Pollaczek–Khinchine 公式',
    'robust-queueing': 'G/G/1，按实测离散指数的鲁棒排队公式',
    percentile: '持有时长的百分位数',
    'split-queues': '一个队列与多个队列比较',
    counted: '计数',
    'block-t-test': '十分钟分段的 t 检验',
  } satisfies Record<InsightMethod, string>,
  code: {
    utilisation: {
      title: '繁忙的锁',
      sentence: '{key} 有 {busyShare} 的时间被持有；负载再增加 {loadShare}，等待时长将是现在的 {times} 倍',
      advice:
        '每次获取平均等待 {seenMs}。负载再增加 {roomShare} 以上，队列将无限增长。缩短持锁期间的工作，或拆分这个锁。',
    },
    lease: {
      title: '不合适的租期',
      sentence:
        '{problem, select, short {{family}：租期 {leaseMs} 太短，有 {expired} 次持有在持锁期间过期} other {{family}：持有者死亡会使其他客户端受阻 {blockedMs}，代价为 {costSeconds} 等待者·秒}}',
      advice:
        '{watchdog, select, yes {1,000 次持有中 999 次不超过 {p999Ms}：使用 {advisedMs} 的租期并由 watchdog 续期。} other {1,000 次持有中 999 次不超过 {p999Ms}，{advisedMs} 的租期即可覆盖，不需要 watchdog。}}{atLeast, select, yes {有些持有被中断，实际可能更长。} other {}}',
    },
    shard: {
      title: '应拆分的键',
      sentence:
        '{key} 占其所在族等待量的 {keyShare}；按 {part} 之下的部分拆成 {shards} 个，每小时可省 {debtSeconds} 等待者·秒中的 {savedSeconds}',
      advice:
        '只锁 {part} 所代表内容的一部分：{name}，n 从 0 到分片数减一。仅当各部分的工作互不依赖时适用；需要全部的，按顺序获取全部。',
      row: '{shards} 个分片每小时可省 {savedSeconds} 等待者·秒',
    },
    'lock-order': {
      title: '以两种顺序获取的锁',
      sentence:
        '{first} 与 {key} 以两种顺序被获取：先 {first} {forth} 次，先 {key} {back} 次。每种顺序获取同样的锁至少 {times} 次。',
      advice:
        '在两个持有者相遇并互相等待之前，在各处以同一顺序获取；通常应改的是较少见的那种顺序。若顺序取决于数据，先对键排序，或用联锁一次获取全部。',
      row: '先 {first} 后 {key}：{forth} 次，最近一次由 {holder}。相反的顺序：{back} 次，最近一次由 {heldBy}',
    },
    unfair: {
      title: '不公平的锁',
      sentence:
        '{key}：{n} 次等待中有 {starved} 次达到中位数的五倍以上，其间有十个以上后来者取得了锁；最长等待 {longestMs}，中位数 {medianMs}',
      advice:
        '在有人等待时的 {grants} 次获取中，{barged} 次越过了更早的等待者；{waiter} 等待了 {waitedMs}，被越过 {overtaken} 次。请使用带队列的公平锁，或在等待时不退避，以免锁空闲时等待者仍在休眠。',
    },
    changed: {
      title: '持有或等待时长有变化',
      sentence:
        '{family} 的{measure, select, wait {等待} other {持有}}时长{since, select, deploy {自部署 {deploy}（{agoMs}前）以来} other {与上周同一小时相比}}变为 {times} 倍：{percentile, select, 50 {半数} other {{percentile}%}} 原先不超过 {beforeMs}，现在不超过 {afterMs}',
      advice:
        '{direction, select, longer {检查锁内的工作或请求该锁的客户端有何变化。表中列出所有比较过的百分位数。} other {时长变短，无需处理。}}',
      row: '{measure, select, wait {等待} other {持有}} p{percentile}：{beforeMs} → {afterMs}（{times} 倍，n = {n}）{changed, select, yes {，有变化} other {}}',
    },
  } satisfies InsightWords,
};
