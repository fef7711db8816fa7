import { expect, test } from 'vitest';
import { docLinkOf } from './doc-link';

const places = {
  files: new Set([
    ...['README.md', 'LICENSE', 'docs/README.md', 'docs/security.md', 'docs/overview.png'],
    ...['docs/findings/no-ttl.md', 'docs/findings/silences.md'],
  ]),
  folders: new Map([['docs/findings', 'findings']]),
};
const from = (file: string, href: string) => docLinkOf(href, file, places);
const page = (path: string) => expect.objectContaining({ to: 'page', path });

test.each([
  ['docs/README.md', 'security.md', '/docs/security'],
  ['docs/README.md', 'security.md#the-audit', '/docs/security#the-audit'],
  ['docs/security.md', '#the-audit', '/docs/security#the-audit'],
  ['docs/security.md', 'README.md', '/docs'],
  ['docs/security.md', '../README.md#configuration', '/docs/readme#configuration'],
  ['docs/findings/no-ttl.md', 'silences.md', '/docs/findings/silences'],
  ['docs/findings/no-ttl.md', '../security.md', '/docs/security'],
  ['README.md', 'docs/security.md', '/docs/security'],
  ['README.md', 'docs/findings', '/docs#findings'],
  ['README.md', 'docs/findings/', '/docs#findings'],
])('in %s a link to %s is one to %s', (file, href, path) => {
  expect(from(file, href)).toEqual(page(path));
});

test('files that are no pages, and other sites, are links of their own kinds', () => {
  expect(from('README.md', 'docs/overview.png')).toEqual({ to: 'file', file: 'docs/overview.png' });
  expect(from('README.md', 'LICENSE')).toEqual({ to: 'file', file: 'LICENSE' });
  const href = 'https://redis.io/docs/latest/?a=b#c';
  expect(from('docs/security.md', href)).toEqual({ to: 'outside', href });
});

test.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'mailto:a@b.c',
  '//evil.example/security.md',
  '\\\\evil.example/security.md',
  'https://user:secret@evil.example/',
  'https:evil.example',
  '../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  'security.md?redirect=1',
  '/docs/nothing.md',
  'nothing.md',
  '%E0%A4%A',
  'http://[',
])('%j leads nowhere', (href) => {
  expect(from('docs/findings/no-ttl.md', href)).toBeNull();
});

test('an address of another site is never taken for a page, whatever its host', () => {
  const href = 'http://docs.invalid/docs/security.md';
  expect(from('docs/security.md', href)).toEqual({ to: 'outside', href });
});
