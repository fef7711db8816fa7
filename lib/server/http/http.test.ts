import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ConsoleError } from '../../domain/values/errors';
import { answer, json, queryOf } from './http';

const request = new Request('http://localhost/api/locks?q=1');

async function answered(thrown: unknown) {
  const logged: object[] = [];
  const response = await answer(request, { error: (details) => logged.push(details) }, async () => {
    throw thrown;
  });
  return { response, body: await response.json(), logged };
}

describe('an error', () => {
  test.each([
    ['not-found', 404],
    ['changed', 409],
    ['invalid-argument', 400],
    ['read-only', 403],
    ['denied', 403],
    ['release-unsupported', 422],
    ['extend-unsupported', 422],
    ['too-large', 413],
    ['rate-limited', 429],
    ['node-down', 503],
    ['timed-out', 504],
  ] as const)('%s is HTTP %i, with its code, message, facts and request id', async (code, status) => {
    const { response, body } = await answered(new ConsoleError(code, 'why', { fact: 1 }));
    expect(response.status).toBe(status);
    const requestId = response.headers.get('x-request-id');
    expect(body).toEqual({ error: { code, message: 'why', details: { fact: 1, requestId } } });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('of a copy of the class from another bundle is still one', async () => {
    const copy = Object.assign(new Error('gone'), { name: 'LockError', code: 'not-found', details: {} });
    expect((await answered(copy)).response.status).toBe(404);
  });

  test('that nobody foresaw says nothing of itself and is in the log under its request id', async () => {
    const { response, body, logged } = await answered(new Error('redis://:secret@h broke'));
    expect(response.status).toBe(500);
    expect(JSON.stringify(body)).not.toContain('secret');
    expect(logged).toMatchObject([{ requestId: body.error.details.requestId, path: '/api/locks' }]);
  });

  test('of a schema names the field and not what was in it', async () => {
    const parsed = z.strictObject({ leaseMs: z.int() }).safeParse({ leaseMs: 'hunter2' });
    const { response, body } = await answered(parsed.error);
    expect(response.status).toBe(400);
    expect(body.error.code).toBe('invalid-argument');
    expect(body.error.message).toContain('leaseMs');
    expect(JSON.stringify(body)).not.toContain('hunter2');
  });

  test('of a Redis that is away does not fill the log, one that is our fault is in it', async () => {
    expect((await answered(new ConsoleError('node-down', 'away'))).logged).toEqual([]);
    expect((await answered(new ConsoleError('unexpected-reply', 'odd'))).logged).toHaveLength(1);
  });

  test('of rate tells when to try again', async () => {
    const { response } = await answered(new ConsoleError('rate-limited', 'slow', { retryAfterSeconds: 7 }));
    expect(response.headers.get('retry-after')).toBe('7');
  });
});

test('an answer is not kept by any cache', async () => {
  const response = await answer(request, { error: () => {} }, async () => json({ a: 1 }));
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.json()).toEqual({ a: 1 });
});

test('a query parameter that is given twice is refused', () => {
  expect(queryOf(request)).toEqual({ q: '1' });
  expect(() => queryOf(new Request('http://h/?a=1&a=2'))).toThrow('a is given twice');
});

test('an error never grows with what was sent', async () => {
  const wrong = Object.fromEntries(Array.from({ length: 300_000 }, (_, nth) => [`unknown-${nth}`, nth]));
  const parsed = z.strictObject({ a: z.int() }).safeParse({ ...wrong, a: 1 });
  const many = z.record(z.string(), z.string()).safeParse(wrong);
  for (const { error } of [parsed, many]) {
    const { body } = await answered(error);
    expect(body.error.details.issueCount).toBeGreaterThan(0);
    expect(JSON.stringify(body).length).toBeLessThan(20_000);
  }
});
