import { defineFormat } from '../core/format';
import { byToken, oneHolder, wholeValue } from '../core/string-lock';

const NAME = /:main_instance_leader$/;
const TOKEN = /^(?:main|worker|webhook)-([^\s]{1,255})$/;
const DRAWN = /^[0-9A-Za-z]{16}$/;

/** The leader of several n8n mains: its host id, which has the host's name in a container and is drawn by lot elsewhere. */
export const n8nLeader = defineFormat({
  id: 'n8n-leader',
  library: 'n8n',
  language: 'JavaScript',
  kind: 'mutex',
  redisType: 'string',
  names: [/:main_instance_leader/],
  recognise: ({ raw }) => (NAME.test(raw.key) && TOKEN.test(wholeValue(raw) ?? '') ? 'certain' : null),
  decode({ raw }) {
    const name = TOKEN.exec(raw.value ?? '')?.[1] ?? '';
    const host = DRAWN.test(name) ? null : name;
    return oneHolder(raw, {
      tokenReused: true,
      label: raw.value,
      process: { host, pid: null, instance: raw.value },
    });
  },
  healthyFloor: { share: 2 / 3, always: true },
  lateUnlock: 'deletes',
  hazards: ['key-re-created'],
  ...byToken,
});
