import { expect, test } from './support/test';

/** As a proxy on this machine passes on what somebody elsewhere asked. */
const FROM_ELSEWHERE = { 'x-forwarded-for': '10.0.0.7' };

test('readyz names targets to this machine, and to nobody else', async ({ lockscope }) => {
  const ready = async (headers: Record<string, string> = {}) =>
    (await fetch(`${lockscope.url}/readyz`, { headers })).json();
  await expect.poll(async () => (await ready()).targets).toMatchObject([{ target: 'test', state: 'live' }]);
  expect(await ready(FROM_ELSEWHERE)).toEqual({ ready: true, down: 0, problems: 0 });
});

test('nobody has the console fetch and decode a picture', async ({ lockscope }) => {
  for (const url of ['/icon.svg', '/favicon.ico', `${lockscope.url}/icon.svg`]) {
    const { status } = await fetch(`${lockscope.url}/_next/image?url=${encodeURIComponent(url)}&w=64&q=75`);
    expect(status, url).toBe(404);
  }
});
