import { request } from 'node:http';
import { expositionOf, valueIn } from './support/exposition';
import { expect, test } from './support/test';

test('Prometheus can scrape the console, and nothing else can be done there', async ({
  redis,
  lockscope,
}) => {
  await redis.set('orders:{7}:lock', 'a'.repeat(32), 'PX', 600_000);
  const url = `${lockscope.url}/metrics`;
  const scrape = async () => {
    const headers = { accept: 'text/plain;version=0.0.4;q=0.5,*/*;q=0.1', 'user-agent': 'Prometheus/2.42.0' };
    const answer = await fetch(url, { headers });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    return expositionOf(await answer.text());
  };
  const family = { target: 'test', family: 'orders:{*}:lock' };
  await expect.poll(async () => valueIn(await scrape(), 'lockscope_family_locks', family)).toBe(1);
  await redis.del('orders:{7}:lock');
  await expect
    .poll(async () => (await scrape()).samples.some(({ labels }) => labels.family === family.family))
    .toBe(false);
  const told = await scrape();
  expect(valueIn(told, 'lockscope_node_up', { target: 'test' })).toBe(1);
  expect(valueIn(told, 'process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
  const ended = told.samples.filter(({ name }) => /^lockscope_(?:releases|lapses)_total$/.test(name));
  expect(ended.reduce((sum, { value }) => sum + value, 0)).toBe(1);

  expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(405);
  expect((await fetch(`${url}?target=other`)).status).toBe(400);
  expect(await statusFor(url, 'elsewhere.example')).toBe(403);
  expect(await (await fetch(`${lockscope.url}/api/audit`)).json()).toMatchObject({ entries: [] });
});

function statusFor(url: string, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers: { host }, timeout: 10_000 }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    asked.on('timeout', () => asked.destroy(new Error('no answer')));
    asked.on('error', reject);
    asked.end();
  });
}
