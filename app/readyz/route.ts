import { isFromThisMachine } from '@/lib/server/front/peer';
import { readinessOf, withoutNames } from '@/lib/server/http/health';
import { json } from '@/lib/server/http/http';
import { runtime } from '@/lib/server/start/runtime';

export function GET(request: Request): Response {
  const readiness = readinessOf(runtime());
  const body = isFromThisMachine(request) ? readiness : withoutNames(readiness);
  return json(body, { status: readiness.ready ? 200 : 503 });
}
