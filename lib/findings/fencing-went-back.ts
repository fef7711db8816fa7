import { lineRead } from './core/line-read';
import { found, type LockRule, notFound } from './core/lock-rule';

/** A fencing token was issued that is lower than an earlier one. `highest`, `token`: decimal texts. */
export const fencingWentBack: LockRule<'fencing-went-back'> = {
  code: 'fencing-went-back',
  severity: 'at-risk',
  detect({ facts: { fenceBack } }) {
    if (!fenceBack) return notFound();
    const { highest, token, sinceMs } = fenceBack;
    return found({ sinceMs, evidence: [lineRead('fencing-back', { highest, token }, 'at-risk', sinceMs)] });
  },
};
