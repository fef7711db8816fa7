import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { basename } from 'node:path';
import { mutexTokens } from '../../domain/keys/mutex-token';
import { BEAT_MS, KEEP_MS, type ProcessRecord } from '../../domain/keys/process-record';

/** The holder identity of a client. Its tokens name `record`, which its heartbeat keeps in Redis. */
export type Identity = {
  readonly record: ProcessRecord;
  /** Number of the next acquisition of this identity. */
  nextNumber(): number;
  /** Token of a mutex, unique per acquisition. */
  mutexToken(): string;
  /** Owner of a Redisson lock, `<uuid>:<number>`, unique per acquisition. */
  ownerToken(): string;
  /** Id of a permit: 16 bytes as hex digits; the first 8 are those of the process id. */
  permitId(): string;
};

/** Weak references: clients keep their identity alive, so that many labels cost no memory once unused. */
const identities = new Map<string, WeakRef<Identity>>();
const forgotten = new FinalizationRegistry<string>((name) => {
  if (!identities.get(name)?.deref()) identities.delete(name);
});

/**
 * The identity of this process under an application name and a label: the same object while a client uses it. The default
 * name is the npm package that runs, or the file of the main program.
 */
export function identityOf(app: string | null, label: string | null): Identity {
  const name = app ?? defaultName();
  const place = JSON.stringify([name, label]);
  const known = identities.get(place)?.deref();
  if (known) return known;
  const made = createIdentity(name, label);
  identities.set(place, new WeakRef(made));
  forgotten.register(made, place);
  return made;
}

function createIdentity(app: string | null, label: string | null): Identity {
  const id = randomUUID();
  const host = hostname();
  const startMs = Math.round(performance.timeOrigin);
  const record = { id, app, label, host, pid: process.pid, startMs, beatMs: BEAT_MS, keepMs: KEEP_MS };
  const tokenOf = mutexTokens({ processId: id, pid: process.pid, host });
  let number = 0;
  const nextNumber = () => ++number;
  return {
    record,
    nextNumber,
    mutexToken: () => tokenOf(nextNumber()),
    ownerToken: () => `${id}:${nextNumber()}`,
    permitId: () => id.replaceAll('-', '').slice(0, 16) + nextNumber().toString(16).padStart(16, '0'),
  };
}

function defaultName(): string | null {
  const name = process.env.npm_package_name ?? basename(process.argv[1] ?? '');
  return name.slice(0, 256) || null;
}
