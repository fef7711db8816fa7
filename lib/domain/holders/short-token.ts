/** First and last characters of a token, enough to tell two apart on a screen; short tokens whole. */
export function shortToken(text: string): string {
  const bare = text.replace(/^ls1\./, '');
  if (bare.length <= 12) return bare;
  const thread = /(:-?\d{1,12})(?::write)?$/.exec(bare)?.[1];
  return `${bare.slice(0, 4)}…${thread ?? bare.slice(-4)}`;
}
