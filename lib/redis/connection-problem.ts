import type { Endpoint } from './connection';

/** Codes of Node's TLS for a certificate chain that does not end at a trusted root. */
const UNTRUSTED = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_UNTRUSTED',
]);

/**
 * Why a connection failed, as a plain sentence: the error's own text, and for certificate errors the target setting that
 * concerns it. Contains no secret.
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
  // A server that rejects our certificate reports it, but has often closed the connection before the report arrives.
  if (code === 'ECONNRESET' && url.startsWith('rediss:')) {
    const why = tls?.cert
      ? 'not trust our certificate (tls.cert)'
      : "ask for a client's certificate (tls.cert, tls.key)";
    return `${error.message}: the server may ${why}`;
  }
  return error.message;
}
