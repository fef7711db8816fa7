import type { holders as en } from '../en/holders';
import type { Translation } from '../merge';

export const holders: Translation<typeof en> = {
  title: '持有者的全部锁：',
  loading: '正在加载此持有者的锁',
  copyName: '复制名称',
  everything: {
    process: '此进程持有的全部锁',
    token: '此令牌所在的全部键',
    named: '{name} 持有的全部锁',
  },
  by: { instance: '客户端实例', process: '主机上的进程', token: '单个令牌' },
  toldBy: '识别依据',
  told: {
    instance: '令牌中的客户端 id：id 相同即为同一进程',
    process: '令牌中的主机与进程 id',
    token: '其令牌，其他持有者不会写入相同的值',
  },
  holds: '持有',
  count: '{n} 个锁',
  caption: '此持有者的锁，最差在前',
  token: '令牌',
  tokens: '令牌',
  tokenCount: '{n} 个，各在其锁旁',
  tokenKeys: '此令牌在 {n} 个键上，如同联锁的各部分',
  tokenNodes: '此令牌在 {n} 个节点的同一键上，如同 Redlock 锁',
  left: '不再持有',
  nothing: {
    title: '没有已知的持有',
    text: '所有名称和值都已查看，目前没有锁指向它。它曾有的锁已归还、被人释放，或已失效。',
    notYet: '尚无已知的持有',
    notYetText: '尚未全部查看：剩余部分可能有指向它的锁。',
    all: '查看全部锁',
  },
  index: {
    title: '持有者',
    loading: '正在加载持有者',
    summary: '显示 {loaded} / {matched} 个持有者',
    anonymous: '{n} 个锁未写明持有者',
    anonymousText: '其中写入的内容无法区分持有者，因此只能按键查看。',
    toLocks: '查看这些锁',
    caption: '持有者及其持有的锁，最紧急在前',
    shared: '{n} 个锁，<tag>同一令牌在 {keys} 个键上</tag>',
  },
};
