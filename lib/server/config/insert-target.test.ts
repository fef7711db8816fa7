import { describe, expect, test } from 'vitest';
import { fileWith, insertTarget } from './insert-target';

const target = { name: 'jobs', url: 'redis://h:6379', password: 'a "quoted" \\ one' };

test('a new file has the one target', () => {
  expect(JSON.parse(fileWith(target))).toEqual({ targets: [target] });
});

test('every character that was there stays', () => {
  const text = `{
    "$schema" : "./schema.json",
    "dataDir": "caf\\u00e9",

    "targets" :   [
        { "name":"orders",  "url": "redis://\${HOST}" }
    ],
  "history": { "maxBytes": 1e9 }
}
`;
  const next = insertTarget(text, target);
  expect(next).toBe(
    text.replace(
      `"redis://\${HOST}" }\n`,
      `"redis://\${HOST}" },\n        ${JSON.stringify(target, null, 2).replaceAll('\n', '\n        ')}\n`,
    ),
  );
});

test.each([
  ['{"targets":[]}', `{"targets":[${JSON.stringify(target)}]}`],
  ['{"targets":[ ]}', `{"targets":[${JSON.stringify(target)} ]}`],
  ['{"targets":[{"name":"a"}]}', `{"targets":[{"name":"a"}, ${JSON.stringify(target)}]}`],
])('%s', (text, expected) => {
  expect(insertTarget(text, target)).toBe(expected);
});

describe('texts that only look like the list', () => {
  const inside = JSON.stringify('"targets": [');
  test.each([
    ['a text that holds it', `{"note":${inside},"targets":[{"name":"a"}]}`],
    ['a key that is spelt otherwise', '{"t\\u0061rgets":[{"name":"a"}]}'],
    ['a list in another object', '{"signIn":{"targets":[1]},"targets":[{"name":"a"}]}'],
    ['brackets in texts', '{"targets":[{"name":"]}[{"}],"x":"]"}'],
    ['the first of two, of which the last counts', '{"targets":[1],"targets":[{"name":"a"}]}'],
  ])('%s', (_, text) => {
    const before = JSON.parse(text) as { targets: unknown[] };
    expect(JSON.parse(insertTarget(text, target))).toEqual({
      ...before,
      targets: [...before.targets, target],
    });
  });
});

test.each(['{}', '{"targets":{}}', '{"targets":null}', '[{"targets":[]}]', '"targets"'])(
  '%s has no list to add to',
  (text) => {
    expect(() => insertTarget(text, target)).toThrow(RangeError);
  },
);
