import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { I18nProvider } from '@/components/i18n/intl-provider';
import type { BulkItem } from '@/lib/contract/bulk';
import { messagesFor } from '@/lib/i18n/messages';
import { BulkVerdict } from './bulk-verdict';
import { BULK_START, type BulkState } from './run-machine';

type Who = 'alive' | 'gone' | 'unknown' | 'quarantined';

/** A plan of locks that these have. */
function planOf(...holders: Who[]): BulkState {
  const items = holders.map((who, at) => {
    const isOperator = who === 'quarantined';
    const holder = { verdict: isOperator ? 'unknown' : who, ...(isOperator && { quarantine: { by: 'mk' } }) };
    return { id: `test.0.${at}`, why: null, seen: {}, holder } as unknown as BulkItem;
  });
  const plan = { items, added: 0, more: 0, requires: { although: null }, nowMs: 1_000 };
  return { ...BULK_START, phase: { is: 'confirming', failure: null }, plan };
}

function shown(...holders: Who[]) {
  const { container } = render(
    <I18nProvider locale="en" messages={messagesFor('en')}>
      <BulkVerdict state={planOf(...holders)} />
    </I18nProvider>,
  );
  const word = container.querySelector('h3')?.textContent ?? '';
  return { word, text: container.querySelector('p')?.textContent ?? '' };
}

test.each<[Who[], string, string]>([
  [
    ['quarantined'],
    'IN QUARANTINE',
    'An operator has it in quarantine: its former holder can neither renew nor release it',
  ],
  [
    ['quarantined', 'quarantined'],
    'IN QUARANTINE',
    'Operators have all of them in quarantine: their former holders can neither renew nor release them',
  ],
  [
    ['gone', 'quarantined'],
    'GONE',
    'Nothing shows that any of their holders lives; 1 of 2 locks is in quarantine',
  ],
  [
    ['unknown', 'quarantined', 'quarantined'],
    'CANNOT BE KNOWN',
    'For 1 of 3 locks nothing in Redis shows whether the holder lives',
  ],
  [['alive', 'quarantined'], 'ALIVE', '1 of 2 locks has a holder that lives'],
  [['unknown'], 'CANNOT BE KNOWN', 'Nothing in Redis shows whether the holder lives'],
  [['gone'], 'GONE', 'Nothing shows that any of their holders lives'],
])('a run over locks of %j', (holders, word, text) => {
  expect(shown(...holders)).toEqual({ word, text });
});
