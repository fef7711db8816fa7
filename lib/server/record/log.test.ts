import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { fileRedis } from '../../../e2e/support/file-redis';
import { ConsoleError } from '../../domain/values/errors';
import { createLog, hideFromLog, secretsOf } from './log';

const redisUrl = await fileRedis();
const SECRET = 'p@ss/w:rd"#1';
const URL_TEXT = `redis://ops:${encodeURIComponent(SECRET)}@127.0.0.1:6379/0`;

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog(secretsOf([URL_TEXT]), { write: (line: string) => void lines.push(line) }));
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) JSON.parse(line);
  return lines.join('');
}

const forms = [SECRET, encodeURIComponent(SECRET), JSON.stringify(SECRET).slice(1, -1)];

test.each<[string, (log: ReturnType<typeof createLog>) => void]>([
  ['a message', (log) => log.info(`connecting to ${URL_TEXT}`)],
  ['an argument of a message', (log) => log.info('connecting to %s', URL_TEXT)],
  ['a field', (log) => log.info({ target: { somewhere: [URL_TEXT] } }, 'x')],
  ['a field that is called password', (log) => log.info({ options: { password: SECRET } }, 'x')],
  ['an error alone', (log) => log.error(new Error(`cannot reach ${URL_TEXT}`))],
  ['an error and its cause', (log) => log.error({ err: new Error('x', { cause: new Error(SECRET) }) }, 'x')],
  ['details', (log) => log.error({ err: new ConsoleError('node-down', 'x', { at: URL_TEXT }) }, 'x')],
])('%s never shows a password', (_, write) => {
  const text = logged(write);
  for (const form of forms) expect(text).not.toContain(form);
});

test('a password that comes later is hidden from then on, and those from before stay hidden', () => {
  const lines: string[] = [];
  const log = createLog(secretsOf([URL_TEXT]), { write: (line: string) => void lines.push(line) });
  hideFromLog(log, secretsOf(['redis://:an-0ther@h']));
  log.info({ said: `an-0ther ${SECRET}` }, 'x');
  expect(lines.join('')).toContain('"said":"*** ***"');
});

test('the AUTH that ioredis hangs on its error never reaches the log', async () => {
  const url = redisUrl.replace('redis://', `redis://nobody:${encodeURIComponent(SECRET)}@`);
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  const errors: Error[] = [];
  redis.on('error', (error) => errors.push(error));
  await expect(redis.connect()).rejects.toThrow();
  const refused = await redis.auth('nobody', SECRET).catch((error: Error) => error);
  redis.disconnect();
  expect(JSON.stringify(refused, Object.getOwnPropertyNames(refused))).toBeDefined();
  const text = logged((log) => {
    for (const err of [...errors, refused]) log.warn({ err, error: err, nested: { err } }, 'refused');
  });
  for (const form of forms) expect(text).not.toContain(form);
});

test('the credentials of a URL that nobody announced are hidden too', () => {
  const text = logged((log) => log.info({ text: 'rediss://:hunter2@h and https://a:b@c/d' }, 'x'));
  expect(text).not.toContain('hunter2');
  expect(text).toContain('rediss://***@h');
});

test('what is no secret stays readable', () => {
  const text = logged((log) =>
    log.warn({ target: 'shop', err: new ConsoleError('denied', 'no', { command: 'x', key: 'a' }) }, 'm'),
  );
  expect(JSON.parse(text)).toMatchObject({
    target: 'shop',
    msg: 'm',
    err: { type: 'LockError', message: 'no' },
  });
});
