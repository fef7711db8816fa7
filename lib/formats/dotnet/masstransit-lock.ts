import { type ByteString, textOf } from '../../domain/keys/bytes';
import type { RawKey } from '../../domain/keys/raw-key';
import { defineFormat } from '../core/format';
import { byToken, oneHolder, wholeValue } from '../core/string-lock';
import { UUID } from '../core/uuid-shapes';

const SAGA = new RegExp(`(?:^|:)${UUID}_lock$`);
const TOKEN = new RegExp(`^([!-9;-~\\x80-\\xff]{1,255}):${UUID}$`);

/** MassTransit's saga repository: `<saga>_lock` holds the machine and an id of its own (no version 4 GUID). */
export const masstransitLock = defineFormat({
  id: 'masstransit-lock',
  library: 'MassTransit saga',
  language: 'C#',
  kind: 'mutex',
  redisType: 'string',
  names: [],
  recognise: ({ raw }) => (raw.ttlMs !== 'none' && machineOf(raw) ? 'certain' : null),
  decode({ raw }) {
    const machine = machineOf(raw) ?? '';
    const host = textOf(machine) ?? machine;
    return oneHolder(raw, { label: host, process: { host, pid: null, instance: null } });
  },
  healthyFloor: null,
  lateUnlock: 'spares',
  ...byToken,
});

function machineOf(raw: RawKey): ByteString | null {
  if (raw.length < 38 || !raw.key.endsWith('_lock') || !SAGA.test(raw.key)) return null;
  return TOKEN.exec(wholeValue(raw) ?? '')?.[1] ?? null;
}
