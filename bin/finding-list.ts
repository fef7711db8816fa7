import {
  type FindingCode,
  GROUP_FINDINGS,
  LOCK_FINDINGS,
  NODE_FINDINGS,
} from '../lib/contract/finding-codes';
import { findings } from '../lib/i18n/en/findings';

/** Markdown lists of all findings, by the words of the console, each a link to its page from `docs/README.md`. */
export function findingList(): string {
  const item = (code: FindingCode) => `- [${findings.code[code].title}](findings/${code}.md) (\`${code}\`)`;
  const list = (title: string, codes: readonly FindingCode[]) =>
    `### ${title}\n\n${codes.map(item).join('\n')}`;
  return [
    list('About a lock', [...LOCK_FINDINGS, ...GROUP_FINDINGS]),
    '',
    list('About a server', ['node-silent', ...NODE_FINDINGS]),
    '',
  ].join('\n');
}
