import { expect, test } from 'vitest';
import { paramsOf, viewProblem, viewQueryOf, viewsIn, withoutView, withView } from './saved-views';

const queryOf = (text: string) => viewQueryOf(paramsOf(text));

test('filter, order, connection and view make one, in whatever order they stand; a moment and open rows do not', () => {
  expect(queryOf('sort=age&open=a&q=state%3Aheld+a%26b&at=1795383069000&target=shop&view=families')).toBe(
    'target=shop&q=state%3Aheld+a%26b&sort=age&view=families',
  );
  expect(queryOf('at=1&open=a&q=')).toBe('');
});

test('views come back as they were kept, by name; a second of the same name replaces the first', () => {
  const views = withView(withView([], { name: ' Late ', query: 'q=ttl%3C5s' }), {
    name: 'Big',
    query: 'q=a',
  });
  expect(viewsIn(JSON.stringify(views))).toEqual([
    { name: 'Big', query: 'q=a' },
    { name: 'Late', query: 'q=ttl%3C5s' },
  ]);
  expect(withView(views, { name: 'Late', query: 'q=b' })).toHaveLength(2);
  expect(withoutView(views, 'Late').map(({ name }) => name)).toEqual(['Big']);
});

test.each([
  '',
  '{',
  'null',
  '{"name":"a"}',
  '[null,1,"a",{"name":1,"query":"q=a"},{"name":"  ","query":"q=a"},{"name":"a"}]',
])('%s has no view, and does no harm', (text) => expect(viewsIn(text)).toEqual([]));

test('what somebody else wrote there is no way out of the list', () => {
  const [view] = viewsIn(
    JSON.stringify([{ name: 'x'.repeat(99), query: '//evil.example/?q=a&next=//evil' }]),
  );
  expect(view?.name).toHaveLength(40);
  expect(view?.query).toBe('');
});

test('thirty views are enough, and an endless filter is none', () => {
  const full = Array.from({ length: 30 }, (_, i) => ({ name: `view ${i}`, query: 'q=a' }));
  expect(viewProblem(full, { name: 'one more', query: 'q=a' })).toBe('full');
  expect(viewProblem(full, { name: 'view 7', query: 'q=b' })).toBeNull();
  expect(viewProblem([], { name: 'a', query: `q=${'a'.repeat(3_000)}` })).toBe('long');
});
