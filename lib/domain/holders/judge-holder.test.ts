import { describe, expect, test } from 'vitest';
import type { Heartbeat } from '../../contract/holder';
import type { Renewal } from '../../contract/lock';
import { heartbeatStateOf, holderVerdict } from './judge-holder';

const NOW = 1_000_000;

/** A record read just now whose last heartbeat is this old. */
function beat(ageMs: number, change: Partial<Heartbeat> = {}): Heartbeat {
  const known = { by: 'read', atMs: NOW } as const;
  return { record: 'present', lastMs: NOW - ageMs, beatMs: 10_000, sinceMs: 0, known, ...change };
}

function renewed(agoMs: number, periodMs = 10_000): Renewal {
  return { count: 3, lastAtMs: NOW - agoMs, periodMs, lateBy: agoMs / periodMs };
}

const never: Renewal = { count: 0, lastAtMs: null, periodMs: null, lateBy: null };
const verdict = (heartbeat: Heartbeat | null, renewal: Renewal | null = never, nowMs = NOW) =>
  holderVerdict(heartbeat, renewal, nowMs);

describe('a heartbeat record that is there', () => {
  test('and in time proves the holder alive', () => expect(verdict(beat(9_000))).toBe('alive'));
  test('and late still proves it alive until 30 s', () => {
    expect(heartbeatStateOf(beat(20_000))).toBe('late');
    expect(verdict(beat(30_000))).toBe('alive');
  });
  test('and older than that proves it gone', () => expect(verdict(beat(30_001))).toBe('gone'));
  test('of a process that beats more slowly gets three of its own periods', () => {
    expect(verdict(beat(90_000, { beatMs: 60_000 }))).toBe('alive');
    expect(verdict(beat(180_001, { beatMs: 60_000 }))).toBe('gone');
  });
  test('without an age proves nothing', () => {
    expect(verdict(beat(0, { record: 'unreadable', lastMs: null }))).toBe('unknown');
  });
  test('tells nothing any more once its reading is old, whatever it was', () => {
    expect(verdict(beat(1_000), never, NOW + 29_999)).toBe('alive');
    expect(verdict(beat(1_000), never, NOW + 30_000)).toBe('unknown');
    expect(verdict(beat(40_000), never, NOW + 30_000)).toBe('unknown');
  });
  test('does not turn from alive to gone by time alone', () => {
    expect(verdict(beat(29_000), never, NOW + 20_000)).toBe('alive');
  });
  test('read in the future, as a clock set back makes it, tells nothing', () => {
    expect(verdict(beat(1_000), never, NOW - 60_000)).toBe('unknown');
  });
});

describe('a heartbeat record that is not there', () => {
  test('and never was proves nothing', () => {
    expect(verdict(beat(0, { record: 'absent', lastMs: null, beatMs: null }))).toBe('unknown');
    expect(verdict(null)).toBe('unknown');
  });
  test('but was, proves its process gone once one that lives had written it again', () => {
    expect(verdict(beat(5_000, { record: 'deleted', sinceMs: NOW }))).toBe('unknown');
    expect(verdict(beat(15_000, { record: 'deleted', sinceMs: NOW - 11_999 }))).toBe('unknown');
    expect(verdict(beat(15_000, { record: 'deleted', sinceMs: NOW - 12_000 }))).toBe('gone');
    expect(verdict(beat(3_700_000, { record: 'lapsed', sinceMs: NOW - 100_000 }))).toBe('gone');
  });
  test('because it may not be read proves nothing', () => {
    expect(verdict(beat(5_000, { record: 'denied' }))).toBe('unknown');
  });
});

describe('a renewal', () => {
  test('that is seen proves alive by itself', () => {
    expect(verdict(null, renewed(5_000))).toBe('alive');
    expect(verdict(beat(0, { record: 'absent', lastMs: null }), renewed(5_000))).toBe('alive');
    expect(verdict(beat(0, { record: 'denied', lastMs: null }), renewed(5_000))).toBe('alive');
  });
  test('that is overdue proves nothing', () => expect(verdict(null, renewed(15_000))).toBe('unknown'));
  test('that is overdue does not count against a heartbeat in time', () =>
    expect(verdict(beat(2_000), renewed(60_000))).toBe('alive'));
  test('proves alive where heartbeats stopped', () => {
    expect(verdict(beat(45_000), renewed(2_000))).toBe('alive');
    expect(verdict(beat(600_000), renewed(2_000))).toBe('alive');
    expect(verdict(beat(45_000, { record: 'deleted', sinceMs: NOW - 20_000 }), renewed(2_000))).toBe('alive');
  });
  test('that came before the last heartbeat does not hold up the proof that heartbeats stopped', () => {
    expect(verdict(beat(45_000), renewed(60_000, 400_000))).toBe('gone');
    expect(verdict(beat(45_000), renewed(40_000, 400_000))).toBe('gone');
    expect(verdict(beat(45_000), renewed(20_000, 400_000))).toBe('alive');
  });
  test('long after the last heartbeat shows that heartbeats tell nothing of this process', () => {
    expect(verdict(beat(600_000), renewed(100_000, 400_000))).toBe('alive');
    expect(verdict(beat(600_000), renewed(100_000, 10_000))).toBe('unknown');
  });
  test('of one of several holders proves nothing of each', () =>
    expect(verdict(beat(45_000), null)).toBe('gone'));
});
