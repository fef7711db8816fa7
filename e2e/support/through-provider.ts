/** The query with which a browser comes back to the console that began at `url` and was signed in there. */
export async function throughProvider(url: URL, consoleUrl: string): Promise<string> {
  const cookies = new Map<string, string>();
  for (let at = url; ; ) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const each of response.headers.getSetCookie()) {
      const [name = '', value = ''] = each.split(';')[0]?.split('=') ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${at} answers ${response.status}: ${await response.text()}`);
    at = new URL(location, at);
    if (at.origin === consoleUrl) return at.search;
  }
}
