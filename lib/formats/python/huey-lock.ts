import { defineFormat } from '../core/format';
import { bySeenDeadline, oneHolder, wholeValue } from '../core/string-lock';
import { isPickledOne } from './huey-value';

const NAME = /huey\.r\.[A-Za-z0-9_]*\..+\.lock\./s;

/** Huey's `lock_task` where each result is a key of its own: the text `1`, pickled, without TTL by default. */
export const hueyLock = defineFormat({
  id: 'huey-lock',
  library: 'Huey',
  language: 'Python',
  kind: 'plain',
  redisType: 'string',
  names: [],
  recognise({ raw }) {
    if (raw.length > 64 || !NAME.test(raw.key)) return null;
    return isPickledOne(wholeValue(raw) ?? '') ? 'certain' : null;
  },
  decode: ({ raw }) => oneHolder(raw, { tokenUnique: false }),
  healthyFloor: null,
  lateUnlock: 'deletes',
  hazards: ['second-run-overlaps'],
  ...bySeenDeadline,
});
