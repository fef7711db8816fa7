import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { I18nProvider } from '@/components/i18n/intl-provider';
import type { NodeStatus } from '@/lib/contract/nodes';
import { messagesFor } from '@/lib/i18n/messages';
import { NodeEvents } from './nodes-table';

function show(locale: 'en' | 'zh', node: Pick<NodeStatus, 'events' | 'eventsGap'>): string {
  const { container } = render(
    <I18nProvider locale={locale} messages={messagesFor(locale)}>
      <NodeEvents node={{ eventsNote: null, ...node } as unknown as NodeStatus} />
    </I18nProvider>,
  );
  return container.textContent ?? '';
}

describe('how changes of a node arrive', () => {
  it('names keyspace notifications in both languages', () => {
    expect(show('en', { events: 'keyspace', eventsGap: null })).toBe('keyspace notifications');
    expect(show('zh', { events: 'keyspace', eventsGap: null })).toBe('键空间通知');
  });

  it('tells the last gap with its length, and one that goes on by its beginning', () => {
    const over = show('en', { events: 'tracking', eventsGap: { sinceMs: 0, untilMs: 2_100 } });
    expect(over).toMatch(/^trackingLast without events from \d\d:\d\d:00 to \d\d:\d\d:02, 2\.1.s$/);
    const open = show('en', { events: 'polling', eventsGap: { sinceMs: 0, untilMs: null } });
    expect(open).toMatch(/^pollingNo events since \d\d:\d\d:00$/);
  });
});
