import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesOf, DISPLAY_LIMIT, displayOf, fromUint8, textOf, toUint8 } from './bytes';

describe('a byte string', () => {
  test('keeps every byte', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 20_000 }), (bytes) => {
        expect(toUint8(fromUint8(bytes))).toEqual(bytes);
      }),
    );
  });

  test('gives back any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(textOf(bytesOf(text))).toBe(text);
      }),
    );
  });

  test('that is not UTF-8 has no text', () => expect(textOf('\xff\xfe')).toBeNull());
});

describe('what a screen shows', () => {
  test('is exact only if it could be typed to name the same bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), (raw) => {
        const bytes = fromUint8(raw);
        const shown = displayOf(bytes);
        if (shown.exact) expect(bytesOf(shown.text)).toBe(bytes);
        expect(shown.text.length).toBeLessThanOrEqual(DISPLAY_LIMIT + 1);
        expect(shown.byteLength).toBe(raw.length);
      }),
    );
  });

  test('keeps emoji and markup as they are', () => {
    const text = 'lock:{🔒}:<script>alert(1)</script> 100 % # é';
    expect(displayOf(bytesOf(text))).toEqual({ text, exact: true, byteLength: bytesOf(text).length });
  });

  test('spells out bytes that are not UTF-8, control and direction characters', () => {
    expect(displayOf('a\xffb')).toEqual({ text: 'a\\xffb', exact: false, byteLength: 3 });
    expect(displayOf('a\nb').text).toBe('a\\x0ab');
    expect(displayOf(bytesOf('a\u202eb')).text).toBe('a\\u202eb');
    for (const unseen of ['\u061c', '\u200b', '\u2028', '\u2060', '\ufeff'])
      expect(displayOf(bytesOf(`a${unseen}b`))).toMatchObject({
        ...{ text: `a\\u${unseen.charCodeAt(0).toString(16).padStart(4, '0')}b`, exact: false },
      });
  });

  test('cuts a long value, says how long it is, and never cuts a character in two', () => {
    const shown = displayOf(bytesOf('🔒'.repeat(10_000)));
    expect(shown.exact).toBe(false);
    expect(shown.byteLength).toBe(40_000);
    expect(shown.text.endsWith('🔒…')).toBe(true);
  });
});
