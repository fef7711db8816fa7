import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { I18nProvider } from '@/components/i18n/intl-provider';
import type { LockOnReplica } from '@/lib/contract/replica';
import { messagesFor } from '@/lib/i18n/messages';
import { OnReplicas } from './on-replicas';

function show(replicas: LockOnReplica[]): string[] {
  render(
    <I18nProvider locale="en" messages={messagesFor('en')}>
      <OnReplicas replicas={replicas} />
    </I18nProvider>,
  );
  return screen.queryAllByRole('listitem').map(({ textContent }) => textContent ?? '');
}

it('says of each replica whether it has the key, or why that is not known', () => {
  expect(
    show([
      { address: 'r:1', present: true, why: null, atMs: 0 },
      { address: 'r:2', present: false, why: null, atMs: 0 },
      { address: 'r:3', present: null, why: 'no answer for 4 s', atMs: 0 },
      { address: 'r:4', present: null, why: null, atMs: 0 },
    ]),
  ).toEqual([
    'r:1 has the key',
    'r:2 has not the key',
    'r:3 cannot be asked: no answer for 4 s',
    'r:4 cannot be asked',
  ]);
});

it('says nothing where there are no replicas', () => {
  expect(show([])).toEqual([]);
});
