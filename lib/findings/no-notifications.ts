import { lineRead } from './core/line-read';
import type { NodeRule } from './core/node-rule';

/** The server does not report changes. */
export const noNotifications: NodeRule<'no-notifications'> = {
  code: 'no-notifications',
  severity: 'info',
  detect({ atMs }, { polled }) {
    if (polled === null) return null;
    const evidence = [lineRead('changes-polled', { why: polled }, 'unknown', atMs)];
    return /NOPERM/.test(polled)
      ? { evidence, command: 'ACL SETUSER <user> +client|id +client|tracking +subscribe' }
      : { evidence };
  },
};
