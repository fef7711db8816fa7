import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  beatAgeMs,
  formatProcessRecord,
  type ProcessRecord,
  parseProcessRecord,
  processIdOfKey,
  processKeyOf,
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

test('a record is read as it was written, under the key that names its process', () => {
  fc.assert(
    fc.property(record, (written) => {
      expect(parseProcessRecord(written.id, formatProcessRecord(written))).toEqual(written);
      expect(processIdOfKey(processKeyOf(written.id))).toBe(written.id);
    }),
  );
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
