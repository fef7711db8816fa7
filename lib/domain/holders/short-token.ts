/** First and last characters of a token, enough to tell two apart on a screen; short tokens whole. */
export function shortToken(text: string): string {
  const bare = text.replace(/^ls1\./, '');
  if (bare.length <= 12) return bare;
  const thread = /(:-?\d{1,12})(?::write)?$/.exec(bare)?.[1];
  return `${bare.slice(0, 4)}…${thread ?? bare.slice(-4)}`;
}

/** Names of holders that are tokens, or what tokens are made of. */
const REF = /\b(token|instance):(\S+)/g;
/** Shorter ones stand in other texts by chance. */
const LEAST_IN_TEXT = 8;

/**
 * A text for readers who may not see tokens: of these tokens, and of names such as `token:…` and `instance:…` in it, the ends are
 * left, enough to tell two apart; of short ones nothing. Pure.
 */
export function withShortTokens(text: string, tokens: readonly string[] = []): string {
  const longestFirst = tokens
    .filter((token) => token.length >= LEAST_IN_TEXT)
    .sort((a, b) => b.length - a.length);
  const bare = longestFirst.reduce((left, token) => left.replaceAll(token, endsOf(token)), text);
  return bare.replace(REF, (ref, by: string, name: string) =>
    name.includes('…') ? ref : `${by}:${endsOf(name)}`,
  );
}

/** For many libraries a token is all that a release needs: a short one is not shown. */
function endsOf(token: string): string {
  const short = shortToken(token);
  return short.includes('…') ? short : '…';
}
