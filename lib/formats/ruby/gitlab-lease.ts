import { defineFormat } from '../core/format';
import { GUID_V4, nameAndValue } from '../core/name-and-value';
import { byToken, oneHolder } from '../core/string-lock';

const tokenIn = nameAndValue([36, 36], /gitlab:exclusive_lease:./, GUID_V4);

/** GitLab's exclusive lease. Some are never given back on purpose: they keep work from running too often. */
export const gitlabLease = defineFormat({
  id: 'gitlab-lease',
  library: 'GitLab exclusive lease',
  language: 'Ruby',
  kind: 'mutex',
  redisType: 'string',
  names: [/gitlab:exclusive_lease:/],
  recognise: (sight) => (tokenIn(sight) ? 'certain' : null),
  decode: ({ raw }) => oneHolder(raw),
  healthyFloor: null,
  lateUnlock: 'spares',
  hazards: ['cool-down'],
  ...byToken,
});
