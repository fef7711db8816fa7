import { expect, test } from 'vitest';
import { callerAt } from '../../e2e/support/a-caller';
import type { AuditEntry } from '../contract/audit';
import { MACHINE } from '../domain/access/principal';
import { ConsoleError, isConsoleError } from '../domain/values/errors';
import { type AuditedAttempt, actorOf, countedBy, withAudit } from './with-audit';

const attempt: AuditedAttempt = {
  action: 'silence',
  target: 'main',
  lockId: null,
  key: '',
  caller: callerAt('10.0.0.1'),
  details: { code: 'no-ttl' },
};

/** An audit in memory; one that is `full` takes no outcome. */
function anAudit({ full = false } = {}) {
  const entries: AuditEntry[] = [];
  const logged: string[] = [];
  const history = {
    async appendAudit(entry: Omit<AuditEntry, 'id'>) {
      const added = { ...entry, id: entries.length + 1 };
      entries.push(added);
      return added;
    },
    async updateAudit(id: number, change: Partial<AuditEntry>) {
      if (full) throw new ConsoleError('not-stored', 'the disk is full');
      entries[id - 1] = { ...(entries[id - 1] as AuditEntry), ...change };
    },
  };
  const log = { error: (_: object, message: string) => void logged.push(message) };
  const runtime = { now: () => 7, history, log } as unknown as Parameters<typeof withAudit>[0];
  return { runtime, entries, logged };
}

const done = async () => ({ outcome: 'silenced' as const, facts: { silenceId: 's' }, result: 'it' });
const failing = (error: unknown) => () => Promise.reject(error);

test('the audit has who tried what before it is tried, and what became of it', async () => {
  const { runtime, entries } = anAudit();
  const { result } = await withAudit(runtime, attempt, () => {
    expect(entries).toMatchObject([{ outcome: 'attempted', actor: 'local operator', atMs: 7 }]);
    return done();
  });
  expect(result).toBe('it');
  expect(entries).toMatchObject([
    {
      outcome: 'silenced',
      details: { address: '10.0.0.1', actorIs: 'unnamed', code: 'no-ttl', silenceId: 's' },
    },
  ]);
});

test('what was done is done, also where its outcome cannot be written', async () => {
  const { runtime, entries, logged } = anAudit({ full: true });
  expect((await withAudit(runtime, attempt, done)).result).toBe('it');
  expect(entries).toMatchObject([{ outcome: 'attempted' }]);
  expect(logged).toHaveLength(1);
});

test.each([
  [new ConsoleError('read-only', 'no'), 'refused'],
  [new ConsoleError('not-stored', 'no'), 'failed'],
  [new ConsoleError('timed-out', 'no', { mayHaveHappened: true }), 'unknown'],
  [new TypeError('a mistake'), 'failed'],
])('%s makes it %s', async (error, outcome) => {
  const { runtime, entries } = anAudit();
  const thrown = await withAudit(runtime, attempt, failing(error)).catch((each: unknown) => each);
  expect(entries).toMatchObject([{ outcome }]);
  if (isConsoleError(error)) expect(thrown).toMatchObject({ code: error.code, details: { auditId: 1 } });
  else expect(thrown).toBe(error);
});

test('a claimed name counts where nobody signs in, and nowhere else', () => {
  const claims = callerAt('10.0.0.1', 'cto@corp');
  expect([actorOf(claims), countedBy(claims)]).toEqual(['cto@corp', '10.0.0.1']);
  expect(actorOf(callerAt('10.0.0.1'))).toBe('local operator');
  for (const via of ['password', 'passkey', 'oidc', 'proxy', 'token'] as const) {
    const by = { ...MACHINE, via, account: 'ak', name: 'Ann K' };
    const who = { ...claims, by };
    expect([actorOf(who), countedBy(who)]).toEqual(['Ann K', 'account ak']);
    expect(countedBy({ ...who, address: '10.0.0.2' })).toBe(countedBy(who));
  }
});
