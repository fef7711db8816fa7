import { expect, test } from 'vitest';
import { describeUuidNode, parseUuidV1 } from './uuid-v1';

test('the time, clock sequence and node of the example of RFC 9562 are read, with and without dashes', () => {
  const compact = 'c232ab00941411ecb3c89e6bdeced846';
  const expected = { atMs: Date.parse('2022-02-22T19:22:22Z'), clockSequence: 0x33c8, node: '9e6bdeced846' };
  expect(parseUuidV1(compact)).toEqual(expected);
  expect(parseUuidV1('c232ab00-9414-11ec-b3c8-9e6bdeced846')).toEqual(expected);
});

test.each([
  '',
  'c232ab00941441ecb3c89e6bdeced846',
  'c232ab00941411eca3c89e6bdeced84',
  'c232ab00941411ec33c89e6bdeced846',
  'C232AB00941411ECB3C89E6BDECED846',
  'c232ab00-941411ec-b3c8-9e6bdeced846',
])('%j is no version 1 UUID', (text) => expect(parseUuidV1(text)).toBeNull());

test('a node is a Docker address, a network card or a number drawn by a process', () => {
  expect(describeUuidNode('0242ac110003')).toEqual({ host: '172.17.0.3', instance: null });
  expect(describeUuidNode('001b638445e6')).toEqual({ host: '00:1b:63:84:45:e6', instance: null });
  expect(describeUuidNode('b7c2a1904e55')).toEqual({ host: null, instance: 'b7c2a1904e55' });
  expect(describeUuidNode('')).toEqual({ host: null, instance: null });
});
