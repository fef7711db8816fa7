import type { SessionAnswer } from '../../lib/contract/access/sessions';
import { MACHINE } from '../../lib/domain/access/principal';

/** The session of whoever uses the machine, where nobody signs in. */
export function aSession(): SessionAnswer {
  const { name, via, roles, grants } = MACHINE;
  return { who: { name, via, roles, grants }, signIn: null, nowMs: 0 };
}
