import type { common as en } from '../en/common';
import type { Translation } from '../merge';

export const common: Translation<typeof en> = {
  copy: '复制',
  copied: '已复制',
  copyFailed: '无法复制',
  close: '关闭',
  cancel: '取消',
  retry: '重试',
  loading: '正在加载…',
  all: '全部',
  unknown: '未知',
  never: '永不',
  none: '无',
  ago: '{age}前',
  table: '表格',
  chart: '图表',
  diagnostics: '复制诊断信息',
  ticket: {
    label: '工单，如 INC-1234 或网址（可选）',
    wrong: '须为一个词，不含引号、反斜杠、< 和 >',
  },
  units: { ms: '毫秒', s: '秒', m: '分', h: '时', d: '天' },
  failure: {
    title: '此部分无法加载',
    unreachable: '无法连接控制台服务器。屏幕上保留最后已知的内容。',
    'timed-out': '控制台服务器未在时限内应答。',
    'bad-answer': '控制台服务器的应答无法读取。',
    other: '控制台服务器拒绝了请求：{message}',
    requestId: '请求 {id}',
  },
  disconnected: {
    title: '连接断开之前尚未加载任何内容',
    text: '控制台服务器没有应答。一旦恢复，此页会自动填充。',
  },
};
