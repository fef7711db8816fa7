import { TICKET, TICKET_LIMIT } from '../../contract/limits';

/** Whether a text is a reference to a ticket, as a request may have it. */
export function isTicket(text: string): boolean {
  return text.length <= TICKET_LIMIT && TICKET.test(text);
}

/** The same of a field that may stay empty, as it is typed. */
export function isNoneOrTicket(typed: string): boolean {
  return typed.trim() === '' || isTicket(typed.trim());
}

/** The ticket of an audit entry; null = it has none. Somebody may have written another text there by hand. */
export function ticketOf({ ticket }: Readonly<Record<string, unknown>>): string | null {
  return typeof ticket === 'string' && ticket !== '' ? ticket : null;
}

/** Where a ticket leads: an http or https URL without a user in it; null = nowhere. */
export function ticketUrl(ticket: string): string | null {
  const url = isTicket(ticket) && URL.canParse(ticket) ? new URL(ticket) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  return url.href;
}
