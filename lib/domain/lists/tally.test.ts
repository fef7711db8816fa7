import { describe, expect, it } from 'vitest';
import { tallyOf } from './tally';

const tallies = {
  main: { locks: 3, complete: true, findings: { urgent: 1, all: 2 }, nodes: 1, answering: 1 },
  jobs: { locks: 0, complete: false, findings: { urgent: 0, all: 4 }, nodes: 6, answering: 5 },
};

describe('the tally', () => {
  it('of all targets is their sum, and complete only where each is', () => {
    expect(tallyOf(tallies, null)).toEqual({
      locks: 3,
      complete: false,
      findings: { urgent: 1, all: 6 },
      nodes: 7,
      answering: 6,
    });
  });

  it('of one target is its own, and of an unknown one none', () => {
    expect(tallyOf(tallies, 'main')).toBe(tallies.main);
    expect(tallyOf(tallies, 'other')).toBeNull();
  });
});
