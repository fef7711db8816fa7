import type { IncomingMessage } from 'node:http';
import { methodsOf } from './api-methods';

/** Why a request is answered before any route sees it. */
export type TargetRefusal = {
  status: 400 | 403 | 405 | 429;
  code: string;
  message: string;
  retryAfterSeconds?: number;
  /** Methods that the path has, of a 405. */
  allow?: readonly string[];
};

const METHODS = ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'];

/** Checks method and target of a request; null when a route may have it. Names no part of the target: it may be anything. */
export function targetProblem({ method = '', url = '' }: IncomingMessage): TargetRefusal | null {
  const allow = methodsOf(requestPathOf(url)) ?? METHODS;
  if (!allow.includes(method)) {
    const message = `The method must be one of ${allow.join(', ')}.`;
    return { status: 405, code: 'method-not-allowed', message, allow };
  }
  // An absolute target names a host that no guard has seen, and two slashes are read as one by browsers.
  if (!url.startsWith('/') || url.startsWith('//')) return malformed('The target must be a path.');
  try {
    decodeURIComponent(requestPathOf(url));
  } catch {
    return malformed('The path has a percent sign that begins no character.');
  }
  return null;
}

/** Checks the host name that a request is for. */
export function hostProblem(
  host: string | undefined,
  isOwn: (host: string) => boolean,
): TargetRefusal | null {
  if (isOwn(host ?? '')) return null;
  const message = 'This console answers to its own host names only; LOCKSCOPE_ALLOWED_HOSTS can name more.';
  return { status: 403, code: 'denied', message };
}

/** Path of a request target, as it stands there. */
export function requestPathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

function malformed(message: string): TargetRefusal {
  return { status: 400, code: 'invalid-argument', message };
}
