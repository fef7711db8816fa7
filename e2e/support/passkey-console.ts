import { onTestFinished } from 'vitest';
import type { Principal } from '../../lib/domain/access/principal';
import { isConsoleError } from '../../lib/domain/values/errors';
import { openArchive } from '../../lib/history/archive/open-archive';
import { createAccess } from '../../lib/server/access/access';
import { hashPassword } from '../../lib/server/access/password';
import { signInOf } from '../../lib/server/config/config-sign-in';
import { softPasskey } from './soft-passkey';

export const ORIGIN = 'http://localhost:3000';
export const RP = { id: 'localhost', origins: [ORIGIN] };
export const ELSEWHERE = { id: 'locks.example.com', origins: ['https://locks.example.com'] };
const PASSWORD = 'correct horse battery';
const hash = await hashPassword(PASSWORD);

/** A console with the local users `mk` and `ak`, a clock that the test moves, and a database that goes with the test. */
export async function passkeyConsole() {
  const archive = openArchive({ url: 'memory:' });
  onTestFinished(() => archive.close());
  const clock = { nowMs: 1_000_000_000_000 };
  const settings = { local: true };
  const open = () => createAccess({ signIn: signInOf(settings, {}), archive, now: () => clock.nowMs });
  const access = open();
  const addUser = (name: string) => access.accounts.addUser({ name, password: hash, groups: ['operator'] });
  await addUser('mk');
  await addUser('ak');
  const from = { address: '10.0.0.1', agent: 'test' };
  const enter = (name: string) => access.withPassword({ name, password: PASSWORD, ...from });
  /** A session of a passkey's user, whom the passkey is added to. */
  const withPasskey = async (name: string, key = softPasskey(ORIGIN)) => {
    const { principal } = await enter(name);
    await add(principal, key);
    return { key, principal };
  };
  const add = async (by: Principal, key: ReturnType<typeof softPasskey>, name = 'laptop') => {
    const { options } = await access.passkeys.askToAdd(by, RP);
    await access.passkeys.add(by, { name, credential: key.make(options) }, RP);
  };
  const stepUp = async (by: Principal, key: ReturnType<typeof softPasskey>, lie = {}) => {
    const { options } = await access.passkeys.askToStepUp(by, RP);
    return access.passkeys.stepUp(by, key.answer(options, lie), RP);
  };
  const signIn = async (key: ReturnType<typeof softPasskey>, lie = {}) => {
    const { options, secret } = await access.passkeys.askToSignIn(RP, null);
    return access.withPasskey({ credential: key.answer(options, lie), secret, rp: RP, ...from });
  };
  return { access, archive, clock, open, enter, add, withPasskey, stepUp, signIn, addUser, from };
}

/** The code and details of a refusal; null = there was none. */
export async function refusal(work: Promise<unknown>) {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return isConsoleError(error) ? { code: error.code, ...error.details } : error;
}
