import { defineFormat } from '../core/format';
import { GUID_V4, nameAndValue } from '../core/name-and-value';
import { byToken, oneHolder } from '../core/string-lock';

const tokenIn = nameAndValue([36, 36], /activejob_uniqueness:[a-z0-9_/]+:\S/, GUID_V4);

/** activejob-uniqueness: a lock of redlock-rb for a job and its arguments. The library deletes it whoever has it. */
export const activejobUniqueness = defineFormat({
  id: 'activejob-uniqueness',
  library: 'activejob-uniqueness',
  language: 'Ruby',
  kind: 'job',
  redisType: 'string',
  names: [/activejob_uniqueness:/],
  recognise: (sight) => (tokenIn(sight) ? 'certain' : null),
  decode: ({ raw }) => oneHolder(raw),
  healthyFloor: null,
  lateUnlock: 'deletes',
  hazards: ['second-run-overlaps', 'other-nodes-hold'],
  ...byToken,
});
