import { expect, test } from 'vitest';
import { callerAt } from '../../e2e/support/a-caller';
import { fileRuntime } from '../../e2e/support/a-runtime';
import type { EndpointKey } from '../contract/endpoint-types';
import { endpointPath } from '../contract/request';
import { ConsoleError, isConsoleError } from '../domain/values/errors';
import { PEER } from '../server/front/peer';
import { answered } from '../server/http/answered';
import { createRateLimit } from '../server/runtime/rate-limit';
import { isToAudit } from './audit-throttled';
import { countProviderSignIn } from './sign-in';

const own = await fileRuntime();
const LIMITED = new ConsoleError('rate-limited', 'slow');

test('of each who is held up the audit has one attempt a minute', () => {
  let nowMs = 0;
  const now = () => nowMs;
  const runtime = { actLimit: createRateLimit(1, now), now };
  const [first, again, other] = ['account ann', 'account ann', 'account bo'].map((counted) =>
    isToAudit(runtime, counted, LIMITED),
  );
  expect([first, again, other]).toEqual([true, false, true]);
  nowMs = 60_000;
  expect(isToAudit(runtime, 'account ann', LIMITED)).toBe(true);
  expect(isToAudit(runtime, 'account cy', new ConsoleError('denied', 'no'))).toBe(false);
  expect(isToAudit(runtime, 'account cy', new ConsoleError('rate-limited', 'slow', { auditId: 7 }))).toBe(
    false,
  );
  expect(isToAudit(runtime, 'account cy', new Error('slow'))).toBe(false);
});

test('a flood from many addresses cannot fill it, nor hide what accounts do', () => {
  const runtime = { actLimit: createRateLimit(1), now: () => 0 };
  const taken = Array.from({ length: 500 }, (_, nth) => isToAudit(runtime, `sign-in 10.0.0.${nth}`, LIMITED));
  expect(taken.filter(Boolean)).toHaveLength(60);
  expect(isToAudit(runtime, 'account ann', LIMITED)).toBe(true);
});

/** As the front would send it. */
async function refusal(key: EndpointKey, body: object, address: string): Promise<ConsoleError> {
  const request = new Request(`http://console${endpointPath(key, {} as never)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [PEER]: address },
    body: JSON.stringify(body),
  });
  const error = await answered(own.runtime, key, request, '').then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (isConsoleError(error)) return error;
  throw error ?? new Error('it was not refused');
}

function useUp(counted: string): void {
  for (;;)
    try {
      own.runtime.actLimit.take(counted);
    } catch {
      return;
    }
}

test('an act that is one too many is refused, and in the audit', async () => {
  const note = { title: 'v2', kind: 'note', target: 'test' };
  useUp('10.7.0.1');
  for (let nth = 0; nth < 3; nth++)
    expect((await refusal('POST /api/annotations', note, '10.7.0.1')).code).toBe('rate-limited');
  const entries = await own.runtime.history.audit({ limit: 9, action: 'annotate' });
  expect(entries).toMatchObject([
    { outcome: 'refused', target: 'test', details: { code: 'rate-limited', address: '10.7.0.1' } },
  ]);
});

test('so is a sign-in, with a password or at a provider', async () => {
  useUp('sign-in 10.7.0.2');
  for (let nth = 0; nth < 3; nth++) {
    const { code } = await refusal(
      'POST /api/session',
      { name: `eve-${nth}`, password: 'guess' },
      '10.7.0.2',
    );
    expect(code).toBe('rate-limited');
  }
  useUp('provider 10.7.0.3');
  for (let nth = 0; nth < 3; nth++)
    await expect(countProviderSignIn(own.runtime, callerAt('10.7.0.3'))).rejects.toMatchObject({
      code: 'rate-limited',
    });
  const entries = await own.runtime.history.audit({ limit: 9, action: 'sign-in' });
  expect(entries).toMatchObject([
    { actor: 'unknown', outcome: 'refused', details: { code: 'rate-limited', actorIs: 'oidc' } },
    { actor: 'eve-0', outcome: 'refused', details: { code: 'rate-limited', address: '10.7.0.2' } },
  ]);
});
