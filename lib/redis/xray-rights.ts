/** Rights that an X-ray needs on top of a viewer's: neither a viewer nor an operator has them. */
export const XRAY_RIGHTS = ['+monitor', '+client|list'] as const;

/** The addition to an account that permits X-rays. `url` = its connection URL; only the user is used. */
export function xrayAclLine(url: string): string {
  return ['ACL SETUSER', decodeURIComponent(new URL(url).username) || 'default', ...XRAY_RIGHTS].join(' ');
}
