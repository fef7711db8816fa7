import { ExternalLink } from 'lucide-react';
import { useT } from '@/components/i18n/use-t';
import { TextInput } from '@/components/ui/text-input';
import { TICKET_LIMIT } from '@/lib/contract/limits';
import { isNoneOrTicket, ticketUrl } from '@/lib/domain/actions/ticket';

/** An optional reference to a ticket, of an act. */
export function TicketField({ value, onChange }: { value: string; onChange(value: string): void }) {
  const t = useT('common');
  return (
    <TextInput
      label={t('ticket.label')}
      value={value}
      maxLength={TICKET_LIMIT}
      dir="ltr"
      error={isNoneOrTicket(value) ? undefined : t('ticket.wrong')}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** A reference to a ticket; a link, in a tab of its own, where it is an http or https URL. */
export function TicketText({ ticket }: { ticket: string }) {
  const t = useT('access');
  const url = ticketUrl(ticket);
  const text = (
    <bdi dir="ltr" className="wrap-anywhere">
      {ticket}
    </bdi>
  );
  if (url === null) return text;
  return (
    <a href={url} target="_blank" rel="noreferrer" className="text-info hover:underline">
      {text} <ExternalLink size={12} aria-hidden className="inline shrink-0" />
      <span className="sr-only">{t('newTab')}</span>
    </a>
  );
}
