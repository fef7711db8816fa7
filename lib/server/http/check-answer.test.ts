import { expect, test } from 'vitest';
import { Tally } from '../../contract/tally';
import { checkAnswer } from './check-answer';

const endpoint = { right: 'view', summary: null, errors: {}, answer: Tally } as const;
const answer = { locks: 1, complete: true, findings: { urgent: 0, all: 0 }, nodes: 1, answering: 1 };
const check = (result: unknown, checks = true) => checkAnswer('GET /x', endpoint, result, checks);

test('an answer of the schema passes, without what JSON leaves out', () => {
  expect(() => check({ ...answer, nobody: undefined })).not.toThrow();
});

test.each([
  ['refuses', { ...answer, locks: 'one' }],
  ['refuses', { ...answer, findings: { urgent: 0 } }],
  ['more than', { ...answer, findings: { urgent: 0, all: 0, new: 1 } }],
])('an answer that the schema %s is an error: %j', (what, result) => {
  expect(() => check(result)).toThrow(what);
});

test('nothing is looked at where nobody asked for it', () => {
  expect(() => check({}, false)).not.toThrow();
});
