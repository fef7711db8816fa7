import { describe, expect, test } from 'vitest';
import type { ProcessRecord } from '../keys/process-record';
import { holderLabel, holderNames, recordIdOf, seenProcess } from './lock-holder';

const ID = '6f1c0a52-b7e8-4d0f-9b3a-5d2c81e4f7a0';
const TOKEN = { host: null, pid: null, instance: ID };
const heartbeat = {
  record: 'present',
  lastMs: 0,
  beatMs: 10_000,
  sinceMs: 0,
  known: { by: 'scan', atMs: 0 },
} as const;

function seen(record: Partial<ProcessRecord> | null, token = TOKEN as Parameters<typeof seenProcess>[0]) {
  const whole: ProcessRecord = {
    id: ID,
    app: null,
    label: null,
    host: 'worker-7',
    pid: 4711,
    startMs: 1,
    beatMs: 10_000,
    keepMs: 3_600_000,
    ...record,
  };
  return seenProcess(token, record && { record: whole, heartbeat });
}

describe('a holder is called', () => {
  test.each([
    [{ app: 'checkout', label: 'eu-1' }, 'checkout (eu-1) · worker-7:4711'],
    [{ app: 'checkout' }, 'checkout · worker-7:4711'],
    [{ label: 'nightly' }, 'nightly · worker-7:4711'],
    [{ app: 'checkout', host: '' }, 'checkout'],
    [{}, 'worker-7:4711'],
    [{ app: ' ', label: '' }, 'worker-7:4711'],
  ])('by what its record says: %j', (record, label) => {
    expect(holderLabel(null, seen(record))).toBe(label);
  });

  test('by what its token says where there is no record', () => {
    expect(holderLabel('worker-7:4711', seen(null))).toBe('worker-7:4711');
    expect(holderLabel(null, seen(null))).toBeNull();
    expect(holderLabel('a label', null)).toBe('a label');
  });

  test('by the whole host name, of which its token may hold a part', () => {
    const token = { host: 'worker-7-eu', pid: 4711, instance: ID };
    expect(holderLabel('worker-7-eu:4711', seen({ host: 'worker_7.eu' }, token))).toBe('worker_7.eu:4711');
    expect(seen({}, token).instance).toBe(ID);
  });

  test('nothing that would hide or turn other text', () => {
    const hostile = seen({ app: 'pay\u202eroll\n', label: '\u0007' });
    expect(holderLabel(null, hostile)).toBe('pay\\u202eroll\\x0a (\\x07) · worker-7:4711');
  });
});

test('only a client instance that is a UUID can have a record', () => {
  expect(recordIdOf(TOKEN)).toBe(ID);
  expect(recordIdOf({ ...TOKEN, instance: '001b638445e6' })).toBeNull();
  expect(recordIdOf({ ...TOKEN, instance: null })).toBeNull();
  expect(recordIdOf(null)).toBeNull();
});

test('a holder is found by application, label, host, process and id', () => {
  const process = seen({ app: 'checkout', label: 'eu-1' });
  const names = holderNames({ label: holderLabel(null, process), process });
  for (const name of ['checkout', 'eu-1', 'worker-7', '4711', 'worker-7:4711', ID])
    expect(names).toContain(name);
});
