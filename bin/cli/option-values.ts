import { InvalidArgumentError } from 'commander';
import { TICKET_LIMIT } from '../../lib/contract/limits';
import { isTicket } from '../../lib/domain/actions/ticket';

export function collect(id: string, before: string[] = []): string[] {
  return [...before, id];
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('must be a whole number');
  return Number(text);
}

/** Throws for what the console would refuse. */
export function ticketRef(text: string): string {
  if (isTicket(text)) return text;
  const limit = `at most ${TICKET_LIMIT} characters`;
  throw new InvalidArgumentError(`must be one word of ${limit}, without quotes, backslashes, < and >`);
}
