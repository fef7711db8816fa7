import { expect, test } from 'vitest';
import { INSIGHT_CODES } from '../../contract/insight-codes';
import { INSIGHT_RULES } from './insight-rules';

test('every insight that the contract names has a rule, and there are no others', () => {
  expect(INSIGHT_RULES.map(({ code }) => code).sort()).toEqual([...INSIGHT_CODES].sort());
});
