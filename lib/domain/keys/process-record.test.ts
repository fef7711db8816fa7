import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromUint8 } from './bytes';
import {
  beatAgeMs,
  formatProcessRecord,
  MOST_WAITS,
  type ProcessRecord,
  parseProcessRecord,
  processIdOfKey,
  processKeyOf,
  WAIT_KEY_LIMIT,
} from './process-record';

const text = fc.string({ maxLength: 256 });
const record: fc.Arbitrary<ProcessRecord> = fc.record({
  id: fc.uuid(),
  app: fc.option(text),
  label: fc.option(text),
  host: text,
  pid: fc.nat(),
  startMs: fc.maxSafeNat(),
  beatMs: fc.nat(),
  keepMs: fc.nat(),
});

const times = { pid: 1, startMs: 1, beatMs: 1, keepMs: 1 };
const key = fc.uint8Array({ maxLength: WAIT_KEY_LIMIT }).map(fromUint8);
const waits = fc.array(fc.record({ key, forMs: fc.nat() }), { minLength: 1, maxLength: 2 * MOST_WAITS });

test('a record is read as it was written, under the key that names its process', () => {
  fc.assert(
    fc.property(record, (written) => {
      expect(parseProcessRecord(written.id, formatProcessRecord(written))).toEqual(written);
      expect(processIdOfKey(processKeyOf(written.id))).toBe(written.id);
    }),
  );
});

test('the first waits of a process are read as they were written, however many and long, in few bytes', () => {
  fc.assert(
    fc.property(record, waits, (process, all) => {
      const plain = Buffer.byteLength(formatProcessRecord(process));
      const written = formatProcessRecord({ ...process, waits: all });
      expect(Buffer.byteLength(written)).toBeLessThanOrEqual(Math.max(plain, 8_000));
      const told = parseProcessRecord(process.id, written)?.waits ?? [];
      expect(told).toEqual(all.slice(0, told.length));
      expect(told.length).toBeLessThanOrEqual(MOST_WAITS);
    }),
  );
  const long = Array.from({ length: MOST_WAITS }, () => ({ key: '\xff'.repeat(WAIT_KEY_LIMIT), forMs: 1 }));
  const told = formatProcessRecord({ id: 'id', app: 'a', label: null, host: 'h', ...times, waits: long });
  expect(Buffer.byteLength(told)).toBeLessThanOrEqual(8_000);
  expect(parseProcessRecord('id', told)?.waits).toEqual(long.slice(0, 7));
  const short = Array.from({ length: 40 }, (_, i) => ({ key: `order:${i}`, forMs: 2_000 }));
  const known = { id: 'id', app: 'a', label: null, host: 'h', ...times };
  const text = formatProcessRecord({ ...known, waits: short });
  expect(parseProcessRecord('id', text)).toEqual({ ...known, waits: short.slice(0, MOST_WAITS) });
});

test('nonsense among the waits is left out, and takes nothing else with it', () => {
  const known = { app: null, label: null, host: 'h', ...times };
  const read = (waits: unknown) => parseProcessRecord('id', JSON.stringify({ v: 1, ...known, waits }));
  for (const waits of [undefined, null, 7, 'x', {}, [], [null, 'x', {}, { key: 'a' }, { forMs: 1 }]])
    expect(read(waits)).toEqual({ id: 'id', ...known });
  const good = { key: 'a\xff', forMs: 1 };
  const bad = [
    { key: 'a', forMs: -1 },
    { key: 'a', forMs: 1.5 },
    { key: 1, forMs: 1 },
    { key: 'x'.repeat(WAIT_KEY_LIMIT + 1), forMs: 1 },
    { key: 'é€', forMs: 1 },
  ];
  expect(read([...bad, { ...good, more: 'x' }])?.waits).toEqual([good]);
});

test('anything else is no record and throws nothing', () => {
  fc.assert(fc.property(fc.string(), (value) => parseProcessRecord('id', value) === null));
  fc.assert(fc.property(fc.json(), (value) => parseProcessRecord('id', value) === null));
  expect(parseProcessRecord('id', '{"v":2}')).toBeNull();
  expect(processIdOfKey('lockscope_process:someone')).toBeNull();
});

test('the age of a heartbeat is what is gone of its TTL', () => {
  expect(beatAgeMs({ keepMs: 3_600_000 }, 3_595_000)).toBe(5_000);
  expect(beatAgeMs({ keepMs: 3_600_000 }, -1)).toBeNull();
  expect(beatAgeMs({ keepMs: 1_000 }, 3_000)).toBeNull();
});
