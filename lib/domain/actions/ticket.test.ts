import { expect, test } from 'vitest';
import { isNoneOrTicket, isTicket, ticketOf, ticketUrl } from './ticket';

test.each([...['INC-1234', '工单-7', 'a', 'https://t.example/browse/INC-1?x=%20#c', 'x'.repeat(200)]])(
  '%j names a ticket',
  (text) => {
    expect(isTicket(text)).toBe(true);
  },
);

test.each([
  ...['', ' ', 'INC 1', 'INC-1\n', 'a"b', 'a\\b', '<a>', 'x'.repeat(201)],
  // A mark that turns the order of the characters around, a zero-width one, half a character.
  ...['INC-\u202e1', 'INC\u200b-1', '\ud800', '\u0000'],
])('%j names none', (text) => {
  expect(isTicket(text)).toBe(false);
  expect(ticketUrl(text)).toBeNull();
});

test.each([
  ['', true],
  ['  ', true],
  [' INC-1 ', true],
  ['INC 1', false],
])('a field may hold %j: %s', (typed, isValid) => {
  expect(isNoneOrTicket(typed)).toBe(isValid);
});

test.each([
  ['https://t.example/INC-1', 'https://t.example/INC-1'],
  ['HTTP://t.example', 'http://t.example/'],
  ['INC-1234', null],
  ['javascript:alert(1)', null],
  ['JaVaScRiPt://t.example/%0aalert(1)', null],
  ['data:text/html,x', null],
  ['ftp://t.example/x', null],
  ['//t.example/x', null],
  ['https://', null],
  ['https://ann:secret@t.example/', null],
  ['https://ann@t.example/', null],
])('%s leads to %j', (ticket, url) => {
  expect(ticketUrl(ticket)).toBe(url);
});

test.each([
  [{}, null],
  [{ ticket: '' }, null],
  [{ ticket: 7 }, null],
  [{ ticket: 'INC-1' }, 'INC-1'],
])('the ticket of %j is %j', (details, ticket) => {
  expect(ticketOf(details)).toBe(ticket);
});
