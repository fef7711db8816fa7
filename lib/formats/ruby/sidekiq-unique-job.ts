import { type ByteString, textOf } from '../../domain/keys/bytes';
import type { RawKey } from '../../domain/keys/raw-key';
import { scripts } from '../../redis/scripts.generated';
import {
  type DecodedHolder,
  defineFormat,
  type HolderAction,
  type Observation,
  type ScriptPlan,
} from '../core/format';
import { timeOf } from '../generic/timestamp-value';

const NAME = /[0-9a-f]{32}(?::RUN)?:LOCKED$/;
const INFO = /[0-9a-f]{32}(?::RUN)?:INFO$/;
const JID = /^[\w-]{8,64}$/;
const JSON_TIME = /"time":(\d{10}(?:\.\d{1,9})?)\d*[,}]/;
const GLOBAL = 'uniquejobs:';

/**
 * sidekiq-unique-jobs 7 and 8 (job id and time), and 9 (job id and a record). A job gives its lock back by itself, but for
 * `until_expired`, whose lock is meant to outlive it. Another lock of the same job, while it runs, has `:RUN` in its name
 * and is a lock of its own here as it is in the library.
 */
export const sidekiqUniqueJob = defineFormat({
  id: 'sidekiq-unique-job',
  library: 'sidekiq-unique-jobs',
  language: 'Ruby',
  kind: 'job',
  redisType: 'hash',
  names: [/[0-9a-f]{32}:(?:RUN:)?LOCKED/],
  companions: {
    of: ({ key }) => (NAME.test(key) ? [infoOf(key)] : []),
    always: true,
    // Written some 50 ms after the lock.
    names: {
      shape: /[0-9a-f]{32}(?::RUN)?:INFO$/,
      ownersOf: (key) => (INFO.test(key) ? [key.replace(/INFO$/, 'LOCKED')] : []),
    },
  },
  recognise({ raw, now }) {
    if (!raw.hash?.length || !NAME.test(raw.key)) return null;
    return raw.hash.every(([jid, value]) => JID.test(jid) && timeIn(value, now) !== null) ? 'certain' : null;
  },
  decode(sight) {
    const { raw } = sight;
    const holders = (raw.hash ?? []).map(([jid, value]) => holderOf(jid, value, sight));
    holders.sort((a, b) => (a.since?.atMs ?? 0) - (b.since?.atMs ?? 0)); // Redis has them in no order
    return { holders, ttlMs: raw.ttlMs, valueDeadlineMs: null };
  },
  healthyFloor: null,
  lateUnlock: 'spares',
  hazards: ['second-run-overlaps', 'cool-down'],
  wakesBy: (key) => ({ list: `${digestOf(key)}:QUEUED` }),
  takesMemory: ['release'],
  release: releaseJob,
});

function releaseJob({ key, token, sight }: HolderAction): ScriptPlan | null {
  const value = sight.raw.hash?.find(([jid]) => jid === token)?.[1];
  if (value === undefined) return null;
  const digest = digestOf(key);
  const namespace = digest.slice(0, Math.max(0, digest.indexOf(GLOBAL)));
  const own = ['', ':QUEUED', ':PRIMED', ':INFO'].map((suffix) => `${digest}${suffix}`);
  const global = ['digests', 'expiring_digests'].map((name) => `${namespace}${GLOBAL}${name}`);
  return {
    script: scripts.releaseUniqueJob,
    keys: [key, ...own, ...global],
    args: [token, value, value.startsWith('{') ? '0' : '1'],
  };
}

function digestOf(key: ByteString): ByteString {
  return key.slice(0, -':LOCKED'.length);
}

function infoOf(key: ByteString): ByteString {
  return `${digestOf(key)}:INFO`;
}

function holderOf(
  token: ByteString,
  value: ByteString,
  { raw, companions, now }: Observation,
): DecodedHolder {
  const info: RawKey | undefined = companions.get(infoOf(raw.key));
  const label = jobIn(value.startsWith('{') ? value : (info?.value ?? ''));
  const atMs = timeIn(value, now);
  const since = atMs === null ? null : { atMs, atLeast: false };
  const holder = { token, tokenUnique: true, label, mode: 'exclusive' as const, holdCount: 1 };
  return { ...holder, since, process: null };
}

/** Class and queue, from a record of which only the head may have been read. */
function jobIn(record: ByteString): string | null {
  const [, worker] = /"worker":"([^"\\]{1,120})"/.exec(record) ?? [];
  const [, queue] = /"queue":"([^"\\]{1,60})"/.exec(record) ?? [];
  return worker ? textOf(queue ? `${worker} (${queue})` : worker) : null;
}

function timeIn(value: ByteString, now: number): number | null {
  const text = value.startsWith('{') ? (JSON_TIME.exec(value)?.[1] ?? '') : value;
  return timeOf(text.replace(/(\.\d{9})\d+$/, '$1'), now);
}
