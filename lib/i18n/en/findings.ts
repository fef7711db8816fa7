import { pageWords } from '../finding-words';
import { lockFindings } from './lock-findings';
import { nodeFindings } from './node-findings';

/** The findings page, and findings wherever they are listed. */
export const findings = {
  title: 'Findings',
  loading: 'Loading the findings',
  summary: '{count, plural, =0 {none open} one {# open} other {# open}}',
  showAll: 'Show all',
  shown: 'showing {shown} of {count}',
  empty: 'No rule has found anything',
  emptyText: 'All names and contents were looked at, {age} ago.',
  emptyNotCovered: 'Nothing found yet',
  emptyNotCoveredText:
    'Names {names}, contents {contents} looked at so far. What has not been looked at may hold findings.',
  nobody: 'Nothing is known yet',
  nobodyText: 'No node has answered.',
  caption: '{title}: {count, plural, one {# lock} other {# locks}}',
  captionNodes: '{title}: {count, plural, one {# node} other {# nodes}}',
  cure: 'Fix:',
  copyCure: 'Copy the command',
  cost: 'What it costs: {cost}',
  where: 'Where',
  evidence: 'Evidence',
  since: 'Open since',
  nodeWide: 'every lock on {target}',
  onNodes: '{count, plural, one {# node} other {# nodes}}',
  onLocks: '{count, plural, one {# lock} other {# locks}}',
  severity: { lost: 'Lost', 'at-risk': 'At risk', contended: 'Contended', info: 'For information' },
  code: { ...pageWords(lockFindings), ...pageWords(nodeFindings) },
};
