import { readinessOf } from '@/lib/server/health';
import { json } from '@/lib/server/http';
import { runtime } from '@/lib/server/runtime';

export function GET(): Response {
  const readiness = readinessOf(runtime());
  return json(readiness, { status: readiness.ready ? 200 : 503 });
}
