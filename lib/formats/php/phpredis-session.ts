import type { HolderProcess } from '../../contract/holder';
import { type ByteString, textOf } from '../../domain/keys/bytes';
import { defineFormat } from '../core/format';
import { nameAndValue } from '../core/name-and-value';
import { bySeenDeadline, oneHolder } from '../core/string-lock';

const OWNER = /^([!-{}~\x80-\xff]{1,255})\|(\d{1,10})$/;
const tokenIn = nameAndValue([3, 266], /_LOCK$/, OWNER);

/** A host and a process as PHP's session handlers write them, `<host>|<pid>`; null for anything else. */
export function phpProcess(value: ByteString): HolderProcess | null {
  const [, machine, pid] = OWNER.exec(value) ?? [];
  return machine && pid ? { host: textOf(machine) ?? machine, pid: Number(pid), instance: null } : null;
}

/** phpredis' session lock. A process that serves the same session again writes the same value. */
export const phpredisSession = defineFormat({
  id: 'phpredis-session',
  library: 'phpredis session',
  language: 'PHP',
  kind: 'mutex',
  redisType: 'string',
  names: [],
  recognise(sight) {
    if (!tokenIn(sight)) return null;
    return sight.raw.key.includes('PHPREDIS_SESSION:') ? 'certain' : 'likely';
  },
  decode({ raw }) {
    const process = phpProcess(raw.value ?? '');
    return oneHolder(raw, {
      tokenUnique: false,
      label: process && `${process.host}:${process.pid}`,
      process,
    });
  },
  healthyFloor: null,
  lateUnlock: 'spares',
  ...bySeenDeadline,
});
