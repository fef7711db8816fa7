import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { fileRedis } from '../../e2e/support/file-redis';
import { until } from '../../e2e/support/redis-server';
import { toUint8 } from '../domain/keys/bytes';
import { connected, openMonitor } from './monitor';
import { lineReader, parseMonitorLine } from './monitor-lines';

const redisUrl = await fileRedis();
const never = new AbortController().signal;

function linesOf(chunks: Buffer[]): string[] {
  const lines: string[] = [];
  const take = lineReader((line) => lines.push(line));
  for (const chunk of chunks) take(chunk);
  return lines;
}

test('a line tells database, client and every argument', () => {
  expect(parseMonitorLine('+1760437200.123456 [3 127.0.0.1:5000] "set" "a:lock" "1" "NX"')).toEqual({
    db: 3,
    source: '127.0.0.1:5000',
    args: ['set', 'a:lock', '1', 'NX'],
  });
});

test.each([
  ['[0 lua]', 'lua'],
  ['[0 [::1]:6400]', '[::1]:6400'],
  ['[0 unix:/run/a b.sock]', 'unix:/run/a b.sock'],
])('%s is the source %s', (text, source) => {
  expect(parseMonitorLine(`+1.5 ${text} "get" "] \\"k"`)).toMatchObject({ source, args: ['get', '] "k'] });
});

test('escapes are the bytes that were sent', () => {
  const line = String.raw`+1.5 [0 c:1] "set" "\"a\\\" \x00\xff\n\r\t\a\b" "" "\\"`;
  expect(parseMonitorLine(line)?.args).toEqual(['set', '"a\\" \x00\xff\n\r\t\x07\b', '', '\\']);
});

test.each([
  '+OK',
  '-NOPERM no',
  '',
  '+1.5 [0 c:1]',
  '+1.5 [0 c:1] "get" "open',
  '+1.5 [0 c:1] "get"x"k"',
  '+1.5 [0 c:1] get k',
])('%j is no command', (line) => {
  expect(parseMonitorLine(line)).toBeNull();
});

test('chunks may be cut anywhere, also within an escape or before the last byte of a line', () => {
  const text = `${String.raw`+1.5 [0 c:1] "get" "a\x41\"b"`}\r\n+2.5 [0 c:2] "get" "\\\\"\r\n+3`;
  const bytes = Buffer.from(text, 'latin1');
  const whole = linesOf([bytes]);
  expect(whole.map((line) => parseMonitorLine(line)?.args)).toEqual([
    ['get', 'aA"b'],
    ['get', '\\'],
  ]);
  for (let cut = 0; cut <= bytes.length; cut++)
    expect(linesOf([bytes.subarray(0, cut), bytes.subarray(cut)]), `cut at ${cut}`).toEqual(whole);
});

test('random bytes never make it throw', () => {
  let seed = 7;
  const next = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return (seed >>> 8) % below;
  };
  const alphabet = ['"', '\\', ' ', '\n', '[', ']', 'x', '4', '\x00', '\xff', '+1.5 [0 a:1] "'];
  for (let round = 0; round < 3_000; round++) {
    const text = Array.from({ length: next(40) }, () => alphabet[next(alphabet.length)]).join('');
    const line = `+1.5 [0 c:1] ${text}`;
    for (const each of linesOf([Buffer.from(`${line}\n`, 'latin1')])) parseMonitorLine(each);
  }
});

test('real MONITOR output gives back every byte that a client sent', async () => {
  const url = redisUrl;
  const seen: string[][] = [];
  const monitor = await openMonitor(
    { url, tls: null },
    {
      onLine: (line) => {
        const { args } = parseMonitorLine(line) ?? { args: [] };
        if (args[0] === 'set' && args[1]?.startsWith('monitored:')) seen.push(args.slice(1));
      },
      onBytes: () => {},
      onLost: () => {},
      signal: never,
    },
  );
  const redis = new Redis(url);
  try {
    const every = String.fromCharCode(...Array.from({ length: 256 }, (_, i) => i));
    const values = [every, '', '" "', '\\"', '] "', '\\x41', every.repeat(40)];
    for (const [i, value] of values.entries())
      await redis.set(`monitored:${i}`, Buffer.from(toUint8(value)), 'PX', 1_000);
    await until('all were seen', () => seen.length === values.length);
    expect(seen.map(([, value]) => value)).toEqual(values);
  } finally {
    monitor.close();
    redis.disconnect();
  }
});

test('a connection to nobody fails, and so does one that was given up before', async () => {
  await expect(connected({ url: 'redis://127.0.0.1:1', tls: null }, never)).rejects.toThrow('ECONNREFUSED');
  const gone = AbortSignal.abort(new Error('given up'));
  await expect(connected({ url: redisUrl, tls: null }, gone)).rejects.toThrow('given up');
});
