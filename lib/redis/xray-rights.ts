/** What an X-ray needs beside the rights of a viewer: neither a viewer nor an operator has them. */
export const XRAY_RIGHTS = ['+monitor', '+client|list'] as const;

/** The addition to an account that lets it take X-rays. `url` = what it logs on with; only its user is looked at. */
export function xrayAclLine(url: string): string {
  return ['ACL SETUSER', decodeURIComponent(new URL(url).username) || 'default', ...XRAY_RIGHTS].join(' ');
}
