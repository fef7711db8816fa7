import { expect, test } from 'vitest';
import { parseMarkdown } from './markdown';

const TEXT = `# A *page* &amp; its \`code\`

Before any other heading.

## X-ray: what it costs

- one [link](other.md)
- two

| Setting | Means |
| --- | --- |
| \`url\` | where it is |

### X-ray: what it costs

<!-- generated -->
<script>alert(1)</script>

\`\`\`sh
redis-cli ping
\`\`\`
`;

test('headings have the anchors that GitHub gives them', () => {
  const { title, headings } = parseMarkdown(TEXT);
  expect(title).toBe('A page & its code');
  expect(headings).toEqual([
    { depth: 1, text: 'A page & its code', anchor: 'a-page--its-code' },
    { depth: 2, text: 'X-ray: what it costs', anchor: 'x-ray-what-it-costs' },
    { depth: 3, text: 'X-ray: what it costs', anchor: 'x-ray-what-it-costs-1' },
  ]);
});

test('sections are plain text, without marks and without HTML', () => {
  expect(parseMarkdown(TEXT).sections.map(({ text }) => text)).toEqual([
    'Before any other heading.',
    'one link two Setting Means url where it is',
    'redis-cli ping',
  ]);
});

test('text before the first heading is a section without one', () => {
  expect(parseMarkdown('hello\n').sections).toEqual([{ heading: null, text: 'hello' }]);
  expect(parseMarkdown('')).toMatchObject({ title: '', sections: [], headings: [] });
});
