import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '@/components/app/access';
import { TicketText } from '@/components/app/ticket';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { CopyButton } from '@/components/ui/copy-button';
import { cx } from '@/components/ui/cx';
import type { Seen } from '@/lib/contract/actions';
import type { ChainedEntry } from '@/lib/contract/audit';
import { ticketOf } from '@/lib/domain/actions/ticket';

/** Digits of a hash that are shown. */
const DIGITS = 12;
/** Details that have lines of their own. */
const NAMED: readonly string[] = ['address', 'actorIs', 'agent', 'passkeyAtMs', 'onlyOwn', 'ticket'];
/** Milliseconds that are a moment and no length of time. */
const LEAST_MOMENT_MS = 1_000_000_000_000;

const idOf = (id: number) => `audit-${id}-more`;

/** Opens and closes what else is known of an entry. */
export function EntryToggle({ id, isOpen, onToggle }: { id: number; isOpen: boolean; onToggle(): void }) {
  const t = useT('audit');
  const format = useFormat();
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={isOpen ? idOf(id) : undefined}
      aria-label={t(isOpen ? 'entry.close' : 'entry.open', { id: format.count(id) })}
      onClick={onToggle}
      className="flex size-6 items-center justify-center rounded-sm text-3 hover:bg-hover hover:text-1"
    >
      <ChevronRight size={16} aria-hidden className={cx(isOpen && 'rotate-90')} />
    </button>
  );
}

/** From where and how somebody asked, what the audit has besides, and the hash of the entry. */
export function EntryRow({ entry: { id, details, hash }, span }: { entry: ChainedEntry; span: number }) {
  const t = useT('audit');
  // What the database has not all of says so itself; nothing else is without a link, but by another hand.
  const isOnItsWay = id < 0 || details.spooled !== undefined;
  const ticket = ticketOf(details);
  const rest = Object.entries(details).filter(([name, value]) => value !== null && !NAMED.includes(name));
  return (
    <tr id={idOf(id)} className="bg-sunken max-sm:block">
      <td colSpan={span} className="px-4 py-2 max-sm:block">
        {details.onlyOwn === true ? <p className="mb-1 text-2 text-sm">{t('entry.onlyOwn')}</p> : null}
        <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2 xl:grid-cols-3">
          <Fact name={t('entry.address')}>{textOf(details.address)}</Fact>
          <Fact name={t('entry.signIn')}>
            <SignIn is={textOf(details.actorIs)} passkeyAtMs={details.passkeyAtMs} />
          </Fact>
          <Fact name={t('entry.agent')}>{textOf(details.agent)}</Fact>
          {ticket === null ? null : (
            <Fact name={t('entry.ticket')}>
              <TicketText ticket={ticket} />
            </Fact>
          )}
          {rest.map(([name, value]) => (
            <Detail key={name} name={name} value={value} />
          ))}
          <Fact name={t('entry.hash')}>
            {hash === null ? (
              <span className="text-2">{t(isOnItsWay ? 'entry.noHash' : 'entry.noLink')}</span>
            ) : (
              <span className="inline-flex items-center gap-1">
                <bdi dir="ltr" title={hash} className="mono">
                  {hash.slice(0, DIGITS)}…
                </bdi>
                <CopyButton text={hash} label={t('entry.copyHash')} />
              </span>
            )}
          </Fact>
        </dl>
      </td>
    </tr>
  );
}

/** One line; none where nothing is known. */
function Fact({ name, isCode, children }: { name: string; isCode?: boolean; children: ReactNode }) {
  if (children === '') return null;
  return (
    <div className="flex min-h-6 min-w-0 items-baseline gap-2">
      <dt className={cx('shrink-0 text-3', isCode && 'mono')}>{name}</dt>
      <dd className={cx('wrap-anywhere min-w-0 whitespace-normal', isCode && 'mono')}>{children}</dd>
    </div>
  );
}

/** A detail in words where it has some, else as it is stored. */
function Detail({ name, value }: { name: string; value: unknown }) {
  const t = useT('audit');
  const format = useFormat();
  if (name === 'seen' && isSeen(value)) {
    const { readAtMs, type, holdCount, ttlMs, tokenDigest } = value;
    return (
      <Fact name={t('entry.seen')}>
        <span title={JSON.stringify(value)}>
          {t('entry.seenText', {
            ...{ time: format.clock(readAtMs, true), type, token: `sha256:${tokenDigest.slice(0, DIGITS)}…` },
            ...{ isCounted: holdCount === null ? 'no' : 'yes', holdCount: holdCount ?? 0 },
            lease: ttlMs === 'none' ? 'none' : format.duration(ttlMs),
          })}
        </span>
      </Fact>
    );
  }
  if (name === 'approval' && isApproval(value)) {
    const time = format.moment(value.atMs);
    return (
      <Fact name={t('entry.approval')}>
        {t('entry.approvedBy', { name: value.by, time, request: value.request })}
      </Fact>
    );
  }
  const isTime = name.endsWith('Ms') && typeof value === 'number';
  return (
    <Fact name={name} isCode>
      {isTime
        ? value >= LEAST_MOMENT_MS
          ? format.moment(value)
          : format.duration(value)
        : typeof value === 'object'
          ? JSON.stringify(value)
          : String(value)}
    </Fact>
  );
}

/** Somebody may have written anything into the database by hand. */
function isSeen(
  value: unknown,
): value is Pick<Seen, 'readAtMs' | 'type' | 'holdCount' | 'ttlMs' | 'tokenDigest'> {
  const { readAtMs, type, holdCount, ttlMs, tokenDigest } = (value ?? {}) as Partial<Seen>;
  return (
    [readAtMs, ttlMs === 'none' ? 0 : ttlMs, holdCount ?? 0].every((each) => typeof each === 'number') &&
    [type, tokenDigest].every((each) => typeof each === 'string')
  );
}

function isApproval(value: unknown): value is { by: string; atMs: number; request: number } {
  const { by, atMs, request } = (value ?? {}) as Record<string, unknown>;
  return typeof by === 'string' && typeof atMs === 'number' && typeof request === 'number';
}

const WAYS = ['password', 'passkey', 'oidc', 'proxy', 'token', 'claimed', 'unnamed'] as const;

/** How somebody signed in, and when their passkey confirmed the act, where it had to. */
function SignIn({ is, passkeyAtMs }: { is: string; passkeyAtMs: unknown }) {
  const t = useT('audit');
  const format = useFormat();
  const { signIn } = useSession();
  const known = WAYS.find((each) => each === is);
  const words = known ? t(`entry.via.${known}`) : is;
  const way = (known === 'oidc' && signIn?.provider) || words;
  if (typeof passkeyAtMs !== 'number') return way;
  return t('entry.withPasskey', { way, time: format.clock(passkeyAtMs, true) });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
