/** A host as it stands in a URL: an IPv6 address is in brackets (RFC 3986, section 3.2.2). */
export function hostInUrl(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}
