import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadConfig } from './config';
import { configJsonSchema } from './config-schema';

const folder = mkdtempSync(join(tmpdir(), 'lockscope-rules-'));
const file = join(folder, 'lockscope.config.json');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('rules', () => {
  const rule = { id: 'cron-lock', library: 'Cron', key: 'cron:*', type: 'string' };
  const whole = {
    ...rule,
    key: { pattern: 'cron:(?<label>[a-z]+)' },
    token: '(?<host>[^:]+):(?<pid>\\d+):(?<since>\\d+)',
    since: 'ms',
    tokenUnique: true,
    ttlFloor: { share: 0.5 },
    wake: { channel: 'free:{key}', message: 'go' },
    hazards: ['job-runs-twice'],
  };

  function loadRules(rules: unknown) {
    writeFileSync(file, JSON.stringify({ rules, targets: [{ name: 'shop', url: 'redis://h' }] }));
    return loadConfig({}, folder).rules;
  }

  test('are taken as they are, and published in the JSON Schema', () => {
    expect(loadRules([rule, { ...whole, id: 'other' }])).toEqual([rule, { ...whole, id: 'other' }]);
    expect(JSON.stringify(configJsonSchema())).toContain('tokenUnique');
  });

  test.each<[Record<string, unknown>, string]>([
    [{ id: 'Cron' }, '.id (rule "Cron") must be lower case'],
    [{ id: 'redisson-lock' }, '.id (rule "redisson-lock") is the id of a built-in format'],
    [{ type: 'list' }, '.type (rule "cron-lock") must be one of string, hash, zset, set'],
    [{ key: 7 }, '.key (rule "cron-lock") must be a Redis glob or'],
    [{ key: { pattern: '(' } }, '.key'],
    [{ token: '(?=a).+' }, '.token (rule "cron-lock") cannot use "(?=": '],
    [{ token: '(?:.{1,999}:){1}.{1,999}' }, '.token (rule "cron-lock") could take long'],
    [{ token: '(?<user>x)' }, '.token (rule "cron-lock") has a group "user"'],
    [{ token: '(?<since>\\d+)' }, '.since (rule "cron-lock") must say what'],
    [{ since: 's' }, '.since (rule "cron-lock") is given, but no pattern'],
    [{ since: 'hours' }, '.since (rule "cron-lock") must be one of s, ms, us, iso'],
    [{ ttlFloor: { share: 2 } }, '.ttlFloor.share (rule "cron-lock")'],
    [{ wake: { channel: 'free' } }, '.wake.channel (rule "cron-lock") must have {key} in it once'],
    [{ wake: { list: '{key}' } }, '.wake.list (rule "cron-lock") must be more than {key}'],
    [{ wake: { topic: 'x' } }, '.wake (rule "cron-lock") must be { "channel"'],
    [{ hazards: ['boom'] }, '.hazards[0] (rule "cron-lock") must be among job-runs-twice'],
    [{ tokn: 'x' }, 'rules[1] (rule "cron-lock") unrecognized key: "tokn"'],
  ])('%j stops the start: %s', (change, message) => {
    expect(() =>
      loadRules([
        { ...rule, id: 'fine' },
        { ...rule, ...change },
      ]),
    ).toThrow(expect.objectContaining({ code: 'config-invalid', message: expect.stringContaining(message) }));
    expect(() =>
      loadRules([
        { ...rule, id: 'fine' },
        { ...rule, ...change },
      ]),
    ).toThrow(/^rules\[1\]/);
  });

  test('have ids of their own', () => {
    expect(() => loadRules([rule, rule])).toThrow('rules[1].id (rule "cron-lock") is taken already');
  });
});
