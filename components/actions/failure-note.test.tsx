import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { I18nProvider } from '@/components/i18n/intl-provider';
import { EvidenceText } from '@/components/lock-parts/evidence-text';
import { ApiFailure } from '@/lib/api/http';
import type { Collision, ReadAs } from '@/lib/domain/locks/collision';
import { collisionEvidence } from '@/lib/findings/key-collision';
import type { Locale } from '@/lib/i18n/locales';
import { messagesFor } from '@/lib/i18n/messages';
import { FailureNote } from './failure-note';

function shown(locale: Locale, content: React.ReactNode): string {
  const { container } = render(
    <I18nProvider locale={locale} messages={messagesFor(locale)}>
      {content}
    </I18nProvider>,
  );
  return (container.textContent ?? '').replace(/[\u00a0\u202f]/g, ' ');
}

test.each<Locale>(['en', 'zh'])(
  '%s: a refusal names the setting and the pattern that would allow the act',
  (locale) => {
    const needs = { setting: 'patterns', pattern: 'job:{a}*' };
    const failure = new ApiFailure(422, 'release-unsupported', 'no', { needs });
    const text = shown(locale, <FailureNote failure={failure} />);
    for (const part of ['"patterns"', 'job:{a}*', '"release": true']) expect(text).toContain(part);
  },
);

test.each<Locale>(['en', 'zh'])(
  '%s: a collision names both readings, when, and what is beside the key',
  (locale) => {
    const now: ReadAs = {
      formatId: 'a',
      library: 'Library A',
      type: 'string',
      confidence: 'certain',
      named: true,
      unknown: false,
      alternatives: [],
      atMs: 60_000,
    };
    const collision: Collision = {
      sinceMs: 60_000,
      now,
      before: { ...now, library: 'Library B', type: 'hash', atMs: 30_000 },
      beside: { key: 'queue:1', type: 'list', library: 'Library C' },
    };
    const lines = collisionEvidence(collision, 60_000).map((evidence) =>
      shown(locale, <EvidenceText evidence={evidence} />),
    );
    expect(lines[0]).toMatch(/Library A.*string/);
    expect(lines[1]).toContain('Library B');
    expect(lines[1]).toMatch(/30/);
    expect(lines[2]).toContain('queue:1');
  },
);
