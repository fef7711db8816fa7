import { describe, expect, it } from 'vitest';
import { showsPast, withMoment } from '../app/use-moment';
import { momentAt, secondsOf } from './second-clock';

describe('a moment in a field', () => {
  it.each(['UTC', 'Europe/Berlin', 'Asia/Kolkata'])('is the same moment again in %s', (zone) => {
    for (const text of ['2026-10-14T12:02:10Z', '2026-03-29T00:59:59Z', '2026-10-25T12:00:00Z']) {
      const atMs = Date.parse(text);
      expect(momentAt(secondsOf(atMs, zone), zone)).toBe(atMs);
    }
  });

  it('reads a field without seconds, and nothing else', () => {
    expect(momentAt('2026-10-14T12:02', 'UTC')).toBe(Date.parse('2026-10-14T12:02:00Z'));
    expect(momentAt('', 'UTC')).toBeNull();
    expect(momentAt('yesterday', 'UTC')).toBeNull();
  });
});

describe('the moment in the URL', () => {
  it('is kept beside the connection', () => {
    expect(withMoment('/locks', null, null)).toBe('/locks');
    expect(withMoment('/locks', 'eu', 1_000)).toBe('/locks?target=eu&at=1000');
  });

  it('is of the pages that can show the past', () => {
    expect(['/locks', '/locks/a.0/b', '/graph'].every(showsPast)).toBe(true);
    expect(['/', '/nodes', '/holders', '/locksmith'].some(showsPast)).toBe(false);
  });
});
