import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { GoContext, Link } from './link';

/** Clicks a link; says where the page went, and whether the browser was left to follow it. */
function click(init: MouseEventInit = {}, props: Partial<Parameters<typeof Link>[0]> = {}) {
  const went: string[] = [];
  const { unmount } = render(
    <GoContext value={(href) => went.push(href)}>
      <Link href="/locks?q=a" {...props}>
        locks
      </Link>
    </GoContext>,
  );
  const link = screen.getByRole('link', { name: 'locks' });
  const event = createEvent.click(link, init);
  // jsdom follows no link: a click that nobody has taken is the browser's.
  fireEvent(link, event);
  unmount();
  return { went, isTaken: event.defaultPrevented };
}

describe('a link', () => {
  it('goes to its page without a new document', () => {
    expect(click()).toEqual({ went: ['/locks?q=a'], isTaken: true });
    expect(click({}, { target: '_self' })).toEqual({ went: ['/locks?q=a'], isTaken: true });
  });

  it.each([{ metaKey: true }, { ctrlKey: true }, { shiftKey: true }, { altKey: true }])(
    'is left to the browser with %o',
    (init) => {
      expect(click(init)).toEqual({ went: [], isTaken: false });
    },
  );

  it.each([{ target: '_blank' }, { download: true }])('with %o is left to the browser', (props) => {
    expect(click({}, props)).toEqual({ went: [], isTaken: false });
  });

  it('goes nowhere when its own handler has taken the click', () => {
    expect(click({}, { onClick: (event) => event.preventDefault() })).toEqual({ went: [], isTaken: true });
  });

  it('is one of the browser where nothing goes from page to page', () => {
    render(<Link href="/locks">locks</Link>);
    const link = screen.getByRole('link', { name: 'locks' });
    expect(link.getAttribute('href')).toBe('/locks');
    const event = createEvent.click(link);
    fireEvent(link, event);
    expect(event.defaultPrevented).toBe(false);
  });
});
