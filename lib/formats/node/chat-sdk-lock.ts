import { defineFormat } from '../core/format';
import { byToken, oneHolder, wholeValue } from '../core/string-lock';
import { timeOf } from '../generic/timestamp-value';

const TOKEN = /^(?:io)?redis_(\d{13})_[0-9a-z]{1,13}$/;

/** Chat SDK's Redis states: the adapter, the time of taking the lock and 50 random bits. */
export const chatSdkLock = defineFormat({
  id: 'chat-sdk-lock',
  library: 'Chat SDK state-redis',
  language: 'JavaScript',
  kind: 'mutex',
  redisType: 'string',
  names: [/chat-sdk:lock:/],
  recognise({ raw, now, named }) {
    const time = raw.length <= 36 && TOKEN.exec(wholeValue(raw) ?? '')?.[1];
    if (!time || raw.ttlMs === 'none' || timeOf(time, now) === null) return null;
    if (raw.key.includes(':lock:')) return 'certain';
    return named ? 'likely' : 'possible';
  },
  decode({ raw }) {
    const atMs = Number(TOKEN.exec(raw.value ?? '')?.[1]);
    return oneHolder(raw, { since: { atMs, atLeast: false } });
  },
  healthyFloor: null,
  lateUnlock: 'spares',
  ...byToken,
});
