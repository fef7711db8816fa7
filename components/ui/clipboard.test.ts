import { afterEach, expect, it, vi } from 'vitest';
import { copyText } from './clipboard';

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

it('copies by a selection where the browser offers no clipboard, and gives the focus back', async () => {
  vi.stubGlobal('navigator', {});
  const button = document.body.appendChild(document.createElement('button'));
  button.focus();
  let selected = '';
  document.execCommand = () => {
    selected = (document.activeElement as HTMLTextAreaElement).value;
    return true;
  };
  expect(await copyText('lock:{a}')).toBe(true);
  expect(selected).toBe('lock:{a}');
  expect(document.activeElement).toBe(button);
  expect(document.querySelector('textarea')).toBeNull();
});

it('says so when it did not work', async () => {
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('denied')) } });
  document.execCommand = () => false;
  expect(await copyText('x')).toBe(false);
});
