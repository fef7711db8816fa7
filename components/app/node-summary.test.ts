import { describe, expect, it } from 'vitest';
import { aNode } from '@/e2e/support/a-node';
import { environmentOf } from './node-summary';

const staging = aNode({ target: 'billing', environment: 'staging' });
const production = aNode({ target: 'orders', environment: 'production', production: true });

describe('the environment of the frame', () => {
  it('is that of what is shown, and never production for a lock on staging', () => {
    const nodes = [production, staging];
    expect(environmentOf(nodes, 'billing')).toEqual({ names: ['staging'], production: false });
    expect(environmentOf(nodes, 'orders')).toEqual({ names: ['production'], production: true });
  });

  it('is mixed where several are shown, and unknown before a node is known', () => {
    expect(environmentOf([production, staging], null)).toEqual({
      names: ['production', 'staging'],
      production: false,
    });
    expect(environmentOf([], null)).toBeNull();
  });
});
