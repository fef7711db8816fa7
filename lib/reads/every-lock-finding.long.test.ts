import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createStage } from '../../e2e/support/findings/stage';
import { ABOUT_LOCKS, STORIES } from '../../e2e/support/findings/stories';
import { FINDING_CODES } from '../contract/finding-codes';
import { OpenFinding } from '../contract/findings';

test('every finding there is has its story and its page', () => {
  expect(Object.keys(STORIES).sort()).toEqual([...FINDING_CODES].sort());
  const pageOf = (code: string) => new URL(`../../docs/findings/${code}.md`, import.meta.url);
  expect(FINDING_CODES.filter((code) => !existsSync(pageOf(code)))).toEqual([]);
});

describe.concurrent('a lock with', () => {
  test.for(ABOUT_LOCKS)(
    '%s is found on real servers, until what its page says was done',
    {
      timeout: 180_000,
    },
    async (code, context) => {
      const stage = createStage(context);
      const cure = await STORIES[code](stage);
      const finding = await stage.opened(code);
      expect(OpenFinding.parse(finding)).toEqual(finding);
      expect(finding).toMatchObject({ key: stage.key, node: null });
      await cure(finding);
      await stage.over(code);
    },
  );
});
