import { json } from '@/lib/server/http/http';

export function GET(): Response {
  return json({ status: 'ok' });
}
