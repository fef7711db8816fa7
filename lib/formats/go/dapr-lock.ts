import { textOf } from '../../domain/keys/bytes';
import { defineFormat } from '../core/format';
import { bySeenDeadline, oneHolder, wholeValue } from '../core/string-lock';
import { isUuidV4 } from '../core/uuid-shapes';

const NAME = /(?:^|:)lock\|\|.+?\|\|./s;

/** Dapr's lock building block: the name tells the app, the value is the owner that the app gave. */
export const daprLock = defineFormat({
  id: 'dapr-lock',
  library: 'Dapr lock',
  language: 'any',
  kind: 'mutex',
  redisType: 'string',
  names: [/lock\|\|/],
  recognise({ raw }) {
    if (raw.ttlMs === 'none' || raw.length === 0 || !raw.key.includes('lock||')) return null;
    return NAME.test(raw.key) && wholeValue(raw) !== null ? 'likely' : null;
  },
  decode({ raw }) {
    const owner = wholeValue(raw) ?? '';
    return oneHolder(raw, { tokenUnique: isUuidV4(owner), label: textOf(owner) });
  },
  healthyFloor: null,
  lateUnlock: 'spares',
  ...bySeenDeadline,
});
