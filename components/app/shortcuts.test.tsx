import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ShortcutsProvider, useShortcut } from './shortcuts';

function Keys({ keys, onKey }: { keys: string; onKey(): void }) {
  useShortcut(keys, onKey);
  return null;
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  document.body.innerHTML = '';
});

it('runs a key and a pair, and what was registered last wins', async () => {
  const [pause, go, page] = [vi.fn(), vi.fn(), vi.fn()];
  const { rerender } = render(
    <ShortcutsProvider>
      <Keys keys="p" onKey={pause} />
      <Keys keys="g p" onKey={go} />
    </ShortcutsProvider>,
  );
  await userEvent.keyboard('p');
  await userEvent.keyboard('gp');
  expect([pause.mock.calls.length, go.mock.calls.length]).toEqual([1, 1]);
  rerender(
    <ShortcutsProvider>
      <Keys keys="p" onKey={pause} />
      <Keys keys="g p" onKey={go} />
      <Keys keys="p" onKey={page} />
    </ShortcutsProvider>,
  );
  await userEvent.keyboard('p');
  expect([pause.mock.calls.length, page.mock.calls.length]).toEqual([1, 1]);
});

it('leaves keys alone in fields, in dialogs, with a modifier and when switched off', async () => {
  const onKey = vi.fn();
  const tree = (dialog: boolean) => (
    <ShortcutsProvider>
      <Keys keys="p" onKey={onKey} />
      <input aria-label="field" />
      {dialog ? <div role="dialog" /> : null}
    </ShortcutsProvider>
  );
  const { rerender, unmount } = render(tree(false));
  await userEvent.type(screen.getByLabelText('field'), 'p');
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('{Control>}p{/Control}');
  rerender(tree(true));
  await userEvent.keyboard('p');
  unmount();
  localStorage.setItem('lockscope-keys', 'off');
  render(tree(false));
  await userEvent.keyboard('p');
  expect(onKey).not.toHaveBeenCalled();
});
