import { describe, expect, test } from 'vitest';
import { heartbeatStateOf } from '../../domain/holders/judge-holder';
import type { ProcessSight } from '../../domain/holders/lock-holder';
import { formatProcessRecord, type ProcessRecord } from '../../domain/keys/process-record';
import { differsFrom, nextReadMs, type RecordReading, recordReading, sightAfter } from './process-sight';

const ID = '6f1c0a52-b7e8-4d0f-9b3a-5d2c81e4f7a0';
const NOW = 10_000_000;
const record: ProcessRecord = {
  id: ID,
  app: 'checkout',
  label: null,
  host: 'worker-7',
  pid: 4711,
  startMs: 1,
  beatMs: 10_000,
  keepMs: 3_600_000,
};
const text = formatProcessRecord(record);
const present = (ageMs: number): RecordReading => ({ is: 'present', record, ageMs });
const absent: RecordReading = { is: 'absent' };

/** The sight after these readings, each at its own time. */
function afterAllOf(...readings: [RecordReading, number][]): ProcessSight {
  const sight = readings.reduce<ProcessSight | null>(
    (before, [reading, atMs]) => sightAfter(before, reading, atMs, 'scan'),
    null,
  );
  if (!sight) throw new Error('nothing was read');
  return sight;
}

describe('a reading', () => {
  test('has the age that is missing from the TTL', () => {
    expect(recordReading(ID, text, 3_600_000 - 4_000)).toEqual({ is: 'present', record, ageMs: 4_000 });
  });
  test('of a key that went away in between is absent', () => {
    expect(recordReading(ID, '', 3_000_000)).toEqual(absent);
    expect(recordReading(ID, text, -2)).toEqual(absent);
  });
  test('without a TTL, or with one that no heartbeat has, has no age', () => {
    expect(recordReading(ID, text, -1)).toMatchObject({ is: 'present', ageMs: null });
    expect(recordReading(ID, text, 7_200_000)).toMatchObject({ is: 'present', ageMs: null });
  });
  test.each(['{', 'null', '\xff\xfe', '{"v":2}', text.slice(0, -1)])('of %j is no record', (value) => {
    expect(recordReading(ID, value, 3_000_000)).toEqual({ is: 'other' });
  });
});

describe('a record that is gone', () => {
  test('before it could lapse was deleted', () => {
    const sight = afterAllOf([present(1_000), NOW], [absent, NOW + 10_000]);
    expect(sight).toMatchObject({ record, heartbeat: { record: 'deleted', sinceMs: NOW + 10_000 } });
    expect(heartbeatStateOf(sight.heartbeat)).toBe('missing');
  });
  test('and not written again within a period has ended', () => {
    const sight = afterAllOf([present(1_000), NOW], [absent, NOW + 10_000], [absent, NOW + 22_000]);
    expect(sight.heartbeat).toMatchObject({ record: 'deleted', sinceMs: NOW + 10_000 });
    expect(heartbeatStateOf(sight.heartbeat)).toBe('ended');
  });
  test('and written again is as if nothing had been', () => {
    const sight = afterAllOf([present(1_000), NOW], [absent, NOW + 10_000], [present(500), NOW + 22_000]);
    expect(heartbeatStateOf(sight.heartbeat)).toBe('beating');
  });
  test('after it could lapse did one or the other', () => {
    const hour = NOW + 3_600_000;
    const sight = afterAllOf([present(1_000), NOW], [absent, hour]);
    expect(sight.heartbeat).toMatchObject({ record: 'lapsed', sinceMs: hour });
    expect(heartbeatStateOf(sight.heartbeat)).toBe('missing');
  });
  test('after it was seen silent to its end has ended at once', () => {
    const sight = afterAllOf([present(3_599_000), NOW], [absent, NOW + 10_000]);
    expect(sight.heartbeat.record).toBe('lapsed');
    expect(heartbeatStateOf(sight.heartbeat)).toBe('ended');
  });
  test('and never was seen is only absent', () => {
    expect(afterAllOf([absent, NOW], [absent, NOW + 10_000])).toMatchObject({
      record: null,
      heartbeat: { record: 'absent', sinceMs: NOW },
    });
  });
});

test('a refusal forgets neither who it was nor the last heartbeat, and proves nothing', () => {
  const sight = afterAllOf([present(1_000), NOW], [{ is: 'denied', record: null }, NOW + 10_000]);
  expect(sight).toMatchObject({ record, heartbeat: { record: 'denied', lastMs: NOW - 1_000 } });
  expect(heartbeatStateOf(sight.heartbeat)).toBe('untold');
});

describe('the next reading is due', () => {
  test('just after the next heartbeat, once a period', () => {
    expect(nextReadMs(afterAllOf([present(0), NOW]), 0)).toBe(10_500);
    expect(nextReadMs(afterAllOf([present(500), NOW]), 0)).toBe(10_000);
    expect(nextReadMs(afterAllOf([present(9_900), NOW]), 0)).toBe(5_000);
    expect(nextReadMs(afterAllOf([present(400_000), NOW]), 0)).toBe(10_000);
  });
  test('ever more seldom where there never was a record', () => {
    const none = afterAllOf([absent, NOW]);
    expect([1, 2, 3, 4, 5, 99].map((misses) => nextReadMs(none, misses))).toEqual([
      2_000, 10_000, 60_000, 300_000, 300_000, 300_000,
    ]);
  });
  test('when a process that lives would have written its record again', () => {
    expect(nextReadMs(afterAllOf([present(0), NOW], [absent, NOW + 1]), 0)).toBe(12_000);
  });
});

test('a heartbeat alone changes nothing on a screen, a name does', () => {
  const first = afterAllOf([present(0), NOW]);
  const next = sightAfter(first, present(0), NOW + 10_000, 'scan');
  expect(differsFrom(null, first)).toBe(true);
  expect(differsFrom(null, afterAllOf([absent, NOW]))).toBe(false);
  expect(differsFrom(first, next)).toBe(false);
  const renamed: RecordReading = { is: 'present', record: { ...record, label: 'eu-2' }, ageMs: 0 };
  expect(differsFrom(first, sightAfter(first, renamed, NOW, 'scan'))).toBe(true);
});
