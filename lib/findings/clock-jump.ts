import { lineRead } from './core/line-read';
import type { NodeRule } from './core/node-rule';

/** The server's clock was set. */
export const clockJump: NodeRule<'clock-jump'> = {
  code: 'clock-jump',
  severity: 'at-risk',
  detect(_, { jump }) {
    if (!jump) return null;
    const code = jump.byMs > 0 ? 'clock-set-forward' : 'clock-set-back';
    const evidence = [lineRead(code, { byMs: Math.abs(jump.byMs) }, 'at-risk', jump.atMs)];
    return { evidence, sinceMs: jump.atMs };
  },
};
