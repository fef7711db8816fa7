import { expect, test } from 'vitest';
import { INSIGHT_RULES } from '../../insights/core/insight-rules';
import { insightDoc } from './insight-doc';

test('the page of each insight is served as text that a browser shows', async () => {
  for (const { code } of INSIGHT_RULES) {
    const answer = await insightDoc(`${code}.md`);
    expect([answer.status, answer.headers.get('content-type')], code).toEqual([
      200,
      'text/plain; charset=utf-8',
    ]);
    expect(await answer.text()).toMatch(/^# /);
  }
});

test('nothing else is served', async () => {
  for (const file of ['lease', 'other.md', '../architecture.md', '../../package.json', ''])
    expect((await insightDoc(file)).status, file).toBe(404);
});
