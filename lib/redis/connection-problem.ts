import type { Endpoint } from './connection';

/** Codes of Node's TLS for a chain of certificates that ends at nobody we trust. */
const UNTRUSTED = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_UNTRUSTED',
]);

/**
 * Why a connection failed, as a plain sentence: the error's own words, and for trouble with certificates the setting of the
 * target that has to do with it. Holds no secret.
 */
export function connectionProblem(error: Error, { url, tls }: Pick<Endpoint, 'url' | 'tls'>): string {
  const code = 'code' in error ? String(error.code) : '';
  if (UNTRUSTED.has(code))
    return `the authority that signed the server's certificate is not trusted (tls.ca): ${error.message}`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `the server's certificate is for another name (tls.servername): ${error.message}`;
  if (/certificate required/.test(error.message))
    return "the server asks for a client's certificate (tls.cert, tls.key)";
  if (/alert unknown ca/.test(error.message)) return 'the server does not trust our certificate (tls.cert)';
  // Servers that do not like our certificate say so, and have often hung up before that is heard.
  if (code === 'ECONNRESET' && url.startsWith('rediss:')) {
    const why = tls?.cert
      ? 'not trust our certificate (tls.cert)'
      : "ask for a client's certificate (tls.cert, tls.key)";
    return `${error.message}: the server may ${why}`;
  }
  return error.message;
}
