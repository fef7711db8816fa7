import type { HolderProcess } from '../../contract/holder';
import { type ByteString, textOf } from '../../domain/keys/bytes';
import type { RawKey } from '../../domain/keys/raw-key';
import { defineFormat } from '../core/format';
import { confidenceIn, standingOf } from '../core/shapes';
import { bySeenDeadline, oneHolder, wholeValue } from '../core/string-lock';
import { UUID } from '../core/uuid-shapes';
import { MOST_HOLDERS } from './counter-value';

/** Host names have a digit, a dot or a dash, or are `localhost`: `user:42` is no process. Neither is a UUID a host, nor a number. */
const HOST = `(localhost|(?!${UUID}[:|/])(?!\\d+[:|/])(?=[^:|@/]*[0-9.-])[A-Za-z0-9][A-Za-z0-9.-]{0,252})`;
const HOST_FIRST = new RegExp(`^${HOST}[:|/](\\d{1,10})(?:[:|/-][\\w-]{1,64})?$`);
const PID_FIRST = new RegExp(`^(\\d{1,10})@${HOST}$`);
const HOST_PID_THREAD = /^((?=.*[A-Za-z])[A-Za-z0-9][A-Za-z0-9.-]{0,252})-(\d{2,10})-\d{1,20}$/;
const PID = /^[1-9]\d{2,6}$/;
const ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** SETNX by hand with a value that names a process: host and pid in one of the usual ways, as JSON, or a pid alone. */
export const hostPidValue = defineFormat({
  id: 'host-pid-value',
  library: 'SETNX with host and pid',
  language: 'any',
  kind: 'mutex',
  redisType: 'string',
  names: [],
  recognise(sight) {
    const process = sight.named ? processOf(sight.raw) : null;
    const standing = standingOf(sight);
    // A number alone is a setting, unless the name is that of a lock.
    if (!process || (process.host === null && standing !== 'lock')) return null;
    return confidenceIn(standing);
  },
  alternatives: () => [
    { id: 'stackexchange-redis', library: 'StackExchange.Redis LockTake' },
    { id: 'plain-string', library: 'unknown value' },
  ],
  decode({ raw }) {
    const process = processOf(raw);
    const label = process && [process.host, process.pid].filter((part) => part !== null).join(':');
    return oneHolder(raw, { tokenUnique: false, holdCount: null, label, process });
  },
  healthyFloor: null,
  lateUnlock: 'unknown',
  ...bySeenDeadline,
});

function processOf(raw: RawKey): HolderProcess | null {
  const value = wholeValue(raw);
  if (!value || value.length < 3) return null;
  return value.startsWith('{') ? processOfJson(value) : processNamedBy(value);
}

/** The process that a text names in one of the usual ways: host and pid, or a pid alone. null = none. */
export function processNamedBy(value: ByteString): HolderProcess | null {
  if (value.length > 300) return null;
  if (PID.test(value))
    return Number(value) > MOST_HOLDERS ? { host: null, pid: Number(value), instance: null } : null;
  const [, thread, threadPid] = HOST_PID_THREAD.exec(value) ?? [];
  const [, pid, byPid] = PID_FIRST.exec(value) ?? [];
  const [, host, hostPid] = HOST_FIRST.exec(value) ?? [thread, thread, threadPid];
  if (byPid && pid) return { host: byPid, pid: Number(pid), instance: null };
  if (!host || !hostPid) return null;
  // A number behind an address is a port.
  return { host, pid: ADDRESS.test(host) ? null : Number(hostPid), instance: null };
}

function processOfJson(value: ByteString): HolderProcess | null {
  let read: unknown;
  try {
    read = JSON.parse(textOf(value) ?? '');
  } catch {
    return null; // only looks like JSON
  }
  if (typeof read !== 'object' || read === null) return null;
  const fields = new Map(Object.entries(read));
  const host = ['host', 'hostname', 'machine', 'node', 'server'].map((name) => fields.get(name)).find(isText);
  const pid = Number(['pid', 'process_id', 'processId'].map((name) => fields.get(name)).find(Boolean));
  return host ? { host, pid: Number.isSafeInteger(pid) && pid > 0 ? pid : null, instance: null } : null;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 255;
}
