import type { docs as en } from '../../en/docs/docs';
import type { Translation } from '../../merge';

export const docs: Translation<typeof en> = {
  title: '文档',
  toConsole: '返回控制台',
  contents: '目录',
  order: '阅读顺序',
  before: '上一页',
  after: '下一页',
  inEnglish: '以下文档目前只有英文版。',
  search: '搜索文档',
  searchFor: '在文档中搜索“{q}”',
  searching: '正在搜索文档',
  results: '找到的章节',
  matched: '{count, plural, =0 {没有结果} other {{n} 个章节}}',
  first: '仅显示最相关的 {n} 个',
  nothing: '没有章节同时包含这些词',
  nothingText: '请减少词数，或只输入词的开头：较长的词中包含所输内容也算匹配。请用英文搜索。',
  code: '代码 {nth}',
  copyCode: '复制代码 {nth}',
  table: '表格 {nth}',
  ofFinding: '原因、证据与处理',
};
