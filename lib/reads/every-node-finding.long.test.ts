import { describe, expect, test } from 'vitest';
import { createStage } from '../../e2e/support/findings/stage';
import { ABOUT_SERVERS, STORIES } from '../../e2e/support/findings/stories';
import { OpenFinding } from '../contract/findings';

/** The slowest first: only some run at once. */
const codes = [...ABOUT_SERVERS].reverse();

describe.concurrent('a server with', () => {
  test.for(codes)(
    '%s is found as it really is, until what its page says was done',
    {
      timeout: 180_000,
    },
    async (code, context) => {
      const stage = createStage(context);
      const cure = await STORIES[code](stage);
      const finding = await stage.opened(code);
      expect(OpenFinding.parse(finding)).toEqual(finding);
      expect(finding).toMatchObject({ key: null, node: expect.any(String) });
      await cure(finding);
      await stage.over(code);
    },
  );
});
